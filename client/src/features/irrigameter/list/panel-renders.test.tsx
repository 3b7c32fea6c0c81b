import type { Client } from "@lamina/shared/records/client";
import type { PivotStatus } from "@lamina/shared/records/farm";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { pivotStatusQuery } from "../../../core/pivot-status/pivot-status.ts";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import type { IrrigationCard } from "../board.ts";
import { Component } from "../page.tsx";
import { AT, irrigameter } from "../testing/fixtures.ts";

const drawn = vi.hoisted(() => ({ figures: [] as string[], rows: [] as string[], sentences: 0 }));
vi.mock("../../../core/clients/use-clients.ts", () => {
  const selected = { _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 } as Client;
  return { useSelectedClient: () => selected, useClients: () => ({ clients: [selected], selected }) };
});
vi.mock("../../../field/diagrams/pivot-diagram.tsx", () => ({
  PivotDiagram: ({ label, arm }: { label: string; arm: { angle: number } | null }) => {
    drawn.figures.push(`${label} ${arm?.angle}`);
    return null;
  },
}));
// Of a row, and of a sentence in "Hoje".
vi.mock("../card/advice-line.tsx", async (original) => ({
  ...(await original<typeof import("../card/advice-line.tsx")>()),
  AdviceLine: ({ unit }: { unit: IrrigationCard }) => {
    drawn.rows.push(unit.name);
    return null;
  },
}));
vi.mock("../today/sentence.ts", async (original) => {
  const module = await original<typeof import("../today/sentence.ts")>();
  return {
    ...module,
    sentenceOf: (...given: Parameters<typeof module.sentenceOf>) => {
      drawn.sentences++;
      return module.sentenceOf(...given);
    },
  };
});

const show = prepareScreens(Date.parse(AT));
beforeEach(() => sessionStorage.clear());

it("a panel's report draws the figure of its machine, and nothing else of the board", async () => {
  const data = irrigameter();
  const rights = ["irrigameter", "watering", "balance"];
  const permissions = rights.map((right) => ({ screen: right, view: true, create: true, edit: true, remove: true }));
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => data,
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
  });
  const { queryClient } = show(<Component />, "/irrigameter/:child", "/irrigameter/calculated-pivot");
  const pivot = data.pivots.find(({ status }) => status);
  if (!pivot?.status) throw new Error("the fixture has a panel");
  // The buttons of the user's rights come last.
  await screen.findAllByRole("button", { name: /^Irriguei:/ });
  const { queryKey } = pivotStatusQuery({ _id: "c1" });
  const report = (change: Partial<PivotStatus>) =>
    act(async () => void queryClient.setQueryData(queryKey, [{ ...(pivot.status as PivotStatus), ...change }]));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // After this one nothing else waits to be drawn.
  await report({ angleDeg: 216, date: "2026-05-14T10:29:00.000Z" });
  await waitFor(() => expect(drawn.figures).toContain(`${pivot.name} 216`));
  Object.assign(drawn, { figures: [], rows: [], sentences: 0 });
  await report({ angleDeg: 219, date: "2026-05-14T10:29:30.000Z" });
  await waitFor(() => expect(drawn.figures).toContain(`${pivot.name} 219`));
  expect(new Set(drawn.figures)).toEqual(new Set([`${pivot.name} 219`]));
  expect([drawn.rows, drawn.sentences]).toEqual([[], 0]);
  // An older report changes nothing.
  drawn.figures.length = 0;
  await report({ angleDeg: 10, date: "2026-05-01T00:00:00.000Z" });
  expect(drawn.figures.filter((figure) => figure.endsWith(" 10"))).toEqual([]);
});
