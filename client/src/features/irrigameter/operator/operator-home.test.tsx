import type { Client } from "@lamina/shared/records/client";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { Component } from "../page.tsx";
import { AT, irrigameter } from "../testing/fixtures.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));

const show = prepareScreens(Date.parse(AT));

async function open(rights: readonly string[]) {
  const permissions = rights.map((right) => ({ screen: right, view: true, create: true, edit: true, remove: false }));
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    "GET /User/Me": () => ({ _id: "u", name: "Bruno", userName: "bruno", groupName: "Operador", permissions }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
    "GET /PivotStatus/GetByPivotID": () => ({ items: [], next: null }),
  });
  show(<Component />, "/irrigameter/:child", "/irrigameter/calculated-pivot");
  return userEvent.setup();
}

it("shows an operator the first machine large, with three buttons, and another one of the list on demand", async () => {
  const user = await open(["irrigameter", "watering"]);
  const first = within(await screen.findByRole("region", { name: "Pivô 01" }));
  expect(first.getByText("29")).toBeDefined();
  expect(first.getByText("1 volta")).toBeDefined();
  expect(first.getByRole("link", { name: "Ver pivô" }).getAttribute("href")).toBe("/irrigameter/pivo/p1");
  expect(first.getByRole("button", { name: "Choveu" })).toBeDefined();
  const rows = within(screen.getByRole("list", { name: "Minha lista de hoje" })).getAllByRole("button");
  expect(rows[0]?.getAttribute("aria-pressed")).toBe("true");
  expect(rows.length).toBeGreaterThan(1);
  if (rows[1]) await user.click(rows[1]);
  expect(screen.queryByRole("region", { name: "Pivô 01" })).toBeNull();
  const [, second] = within(screen.getByRole("list", { name: "Minha lista de hoje" })).getAllByRole("button");
  expect(second?.getAttribute("aria-pressed")).toBe("true");
});

it("shows a manager the plan of the day instead", async () => {
  await open(["irrigameter", "watering", "balance", "farms"]);
  expect(await screen.findByRole("heading", { name: "Hoje" })).toBeDefined();
  expect(screen.queryByText("Minha lista de hoje")).toBeNull();
});
