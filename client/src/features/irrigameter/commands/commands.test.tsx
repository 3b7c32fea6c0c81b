import type { Client } from "@lamina/shared/records/client";
import type { PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { Component } from "../pivot/page.tsx";
import { AT, irrigameter, sectorDetail, withMachines } from "../testing/fixtures.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));

vi.mock("../detail/balance-chart.tsx", () => ({ BalanceChart: () => null }));

const show = prepareScreens(Date.parse(AT));

const COMMAND: PivotCommand = {
  ...{ _id: "o1", clientId: "c1", pivotId: "p1", command: "start", wet: true, percent: 29 },
  ...{ issuedAt: AT, expiresAt: AT, byUserId: "u", byName: "Ana", state: "sent", sentAt: AT },
  states: [{ state: "sent", at: AT, source: "api", reason: null }],
};

/** The machine of the plan at rest or under way, with its commands. */
async function open(commands: readonly PivotCommand[], { running = false, create = true } = {}) {
  const board = irrigameter();
  const status = { pivotId: "p1", date: AT, running, wet: running, direction: "forward" as const, angleDeg: 40 };
  const pivots = board.pivots.map((pivot) => (pivot._id === "p1" ? { ...pivot, status } : pivot));
  const permissions = ["irrigameter", "watering", "balance", "farms", "config", "commands"].map((name) => ({
    ...{ screen: name, view: true, create: name !== "commands" || create, edit: true, remove: true },
  }));
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => withMachines({ ...board, pivots }),
    "GET /Irrigameter/GetSectorDetail": () => sectorDetail(),
    "POST /Irrigameter/Simulate": () => sectorDetail().projection,
    "GET /Report/IrrigationManager": () => ({ generatedAt: AT, from: "2026-03-08", to: "2026-05-13", sectors: [] }),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /PivotCommand/GetByClientID": () => commands,
    "GET /PivotCommand/GetByPivotID": () => commands,
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
    "GET /Season/GetByClientID": () => [],
    "GET /Watering/GetPage": () => ({ items: [], next: null }),
    "GET /FieldNote/GetPage": () => ({ items: [], next: null }),
    "GET /Rain/GetPage": () => ({ items: [], next: null }),
    "GET /PivotStatus/GetByPivotID": () => ({ items: [], next: null }),
    "GET /Notification/GetByClientID": () => ({ items: [], next: null }),
  });
  const { queryClient } = show(<Component />, "/irrigameter/pivo/:pivotId", "/irrigameter/pivo/p1");
  await screen.findAllByRole("heading", { name: /Pivô 01/ });
  // Rights and commands decide what is offered.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0), { timeout: 15_000 });
}

const starts = () => screen.queryAllByRole("button", { name: /^(Ligar agora|Programar).*: Pivô 01$/ });

it("offers to start the run of the plan now and at its hour", async () => {
  await open([]);
  await waitFor(
    () => expect(starts().map(({ textContent }) => textContent)).toEqual(["Ligar agora", "Programar 21:30"]),
    { timeout: 15_000 },
  );
});

it.each(["asked", "sent", "received", "accepted", "executing", "unanswered"] as const)(
  "offers no start while one is %s",
  async (state) => {
    await open([{ ...COMMAND, state, states: [{ state, at: AT, source: "api", reason: null }] }]);
    await screen.findByText(/por Ana/);
    expect(starts()).toEqual([]);
  },
);

it("offers neither start nor stop to a person without the right", async () => {
  await open([COMMAND], { running: true, create: false });
  await screen.findByText(/por Ana/);
  expect(starts()).toEqual([]);
  expect(screen.queryByRole("button", { name: "Parar: Pivô 01" })).toBeNull();
});
