import type { Client } from "@lamina/shared/records/client";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import type { IrrigationCard } from "../board.ts";
import { Component } from "../page.tsx";
import { AT, irrigameter } from "../testing/fixtures.ts";

const drawn = vi.hoisted(() => ({ names: [] as string[] }));
vi.mock("../../../core/clients/use-clients.ts", () => {
  const selected = { _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 } as Client;
  return { useSelectedClient: () => selected, useClients: () => ({ clients: [selected], selected }) };
});
// A card draws its diagram whenever it is drawn itself.
vi.mock("../card/card-diagram.tsx", () => ({
  CardDiagram: ({ unit }: { unit: IrrigationCard }) => {
    drawn.names.push(unit.name);
    return null;
  },
}));

const WATERING = { screen: "watering", view: true, create: true, edit: true, remove: true };
const show = prepareScreens(Date.parse(AT));
beforeEach(() => sessionStorage.clear());

it("a change of one machine draws its card alone", async () => {
  let data = irrigameter();
  const api = await startApiServer({
    "GET /Irrigameter/GetByClientID": () => data,
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [] }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
  });
  expect(api).toBeDefined();
  const { queryClient } = show(<Component />, "/irrigameter/:child", "/irrigameter/calculated-pivot");
  const first = data.sectors[0];
  const name = data.pivots.find(({ _id }) => _id === first?.sector.pivotId)?.name ?? "";
  await screen.findByRole("article", { name });
  const cards = screen.getAllByRole("article").length;
  expect(cards).toBeGreaterThan(1);
  const again = () => act(() => queryClient.invalidateQueries({ queryKey: ["c1", "irrigameter"], exact: true }));

  drawn.names.length = 0;
  await again();
  expect(drawn.names).toEqual([]);

  data = irrigameter();
  data.sectors = data.sectors.map((card, index) => (index === 0 ? { ...card, drNowMm: 3 } : card));
  await again();
  await waitFor(() => expect(drawn.names).toContain(name));
  expect(new Set(drawn.names)).toEqual(new Set([name]));
});

it("names the machine in each button of a machine, so that a list of buttons says which one each is for", async () => {
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [WATERING] }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
  });
  show(<Component />, "/irrigameter/:child", "/irrigameter/calculated-pivot");
  await screen.findAllByRole("button", { name: /^Irriguei: / });
  const unnamed = screen.getAllByRole("article").flatMap((card) => {
    const machine = card.getAttribute("aria-label") ?? "";
    const names = [...card.querySelectorAll("button")].map(
      (button) => button.getAttribute("aria-label") ?? button.textContent,
    );
    return names.filter((name) => !name.includes(machine));
  });
  expect(unnamed).toEqual([]);
});
