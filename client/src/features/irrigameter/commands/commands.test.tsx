import type { Client } from "@lamina/shared/records/client";
import type { PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { Component as Board } from "../page.tsx";
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

/** The machine of the plan at rest or under way, with its commands, on its page or on "Hoje". */
async function open(commands: readonly PivotCommand[], { running = false, create = true, isToday = false } = {}) {
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
  const { queryClient } = isToday
    ? show(<Board />, "/irrigameter/:child", "/irrigameter/calculated-pivot")
    : show(<Component />, "/irrigameter/pivo/:pivotId", "/irrigameter/pivo/p1");
  await screen.findAllByRole("heading", { name: isToday ? "Hoje" : /Pivô 01/ });
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
    await screen.findAllByText(/por Ana/);
    expect(starts()).toEqual([]);
  },
);

it("offers neither start nor stop to a person without the right", async () => {
  await open([COMMAND], { running: true, create: false });
  await screen.findAllByText(/por Ana/);
  expect(starts()).toEqual([]);
  expect(screen.queryByRole("button", { name: "Parar: Pivô 01" })).toBeNull();
});

/** The labelled buttons of the machine's line on "Hoje", without its setting and "⋯". */
async function labelled() {
  const line = (await screen.findAllByRole("article", { name: "Pivô 01" }))[0];
  if (!line) throw new Error("no line");
  return within(line)
    .getAllByRole("button")
    .map(({ textContent }) => textContent ?? "")
    .filter((words) => /^(Ligar|Programar|Parar|Liguei|Irriguei)/.test(words));
}

it("has the scheduled start as the one labelled button of the line on Hoje, and the others behind ⋯", async () => {
  await open([], { isToday: true });
  await waitFor(async () => expect(await labelled()).toEqual(["Programar 21:30"]), { timeout: 15_000 });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Mais ações de Pivô 01" }));
  const menu = within(await screen.findByRole("dialog", { name: "Pivô 01" }));
  expect(menu.getByRole("button", { name: "Ligar agora: Pivô 01" })).toBeTruthy();
  expect(menu.queryByRole("button", { name: /^Programar/ })).toBeNull();
  expect(menu.getByRole("button", { name: "Liguei" })).toBeTruthy();
});

it("has Liguei as that button without the right to command", async () => {
  await open([], { isToday: true, create: false });
  await waitFor(async () => expect(await labelled()).toEqual(["Liguei"]), { timeout: 15_000 });
});

it("has Liguei as that button without a connection, because the start is made at the machine then", async () => {
  await open([], { isToday: true });
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void dispatchEvent(new Event("offline")));
  await waitFor(async () => expect(await labelled()).toEqual(["Liguei"]), { timeout: 15_000 });
  online.mockRestore();
  act(() => void dispatchEvent(new Event("online")));
});

it("confirms a start with the setting of the decision by the keyboard alone, with no field before it", async () => {
  await open([], { isToday: true });
  const user = userEvent.setup();
  (await screen.findByRole("button", { name: "Programar 21:30: Pivô 01" }, { timeout: 15_000 })).focus();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Ligar Pivô 01 às 21:30?" }));
  expect(dialog.queryByRole("textbox")).toBeNull();
  expect(dialog.getByText(/^Com água · /)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Mudar ajuste ou parada" }));
  expect(dialog.getAllByRole("textbox").length).toBeGreaterThan(0);
});

it("lists the machine's commands on its page, each state with its time", async () => {
  const done = { state: "done", at: AT, source: "telemetry", reason: null } as const;
  await open([{ ...COMMAND, state: "done", states: [...COMMAND.states, done] }]);
  expect(await screen.findByText(/enviado → .* feito$/, {}, { timeout: 15_000 })).toBeTruthy();
});
