import type { Client } from "@lamina/shared/records/client";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { Component as MapPage } from "../maps/page.tsx";
import { mapFixture } from "../maps/testing/map-fixture.ts";
import { Component as BoardPage } from "./page.tsx";
import { Component as PivotPage } from "./pivot/page.tsx";
import { AT, irrigameter, sectorDetail, withMachines } from "./testing/fixtures.ts";
import { userAnswers } from "./testing/user-answers.ts";

vi.mock("../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));
vi.mock("./detail/balance-chart.tsx", () => ({ BalanceChart: () => null }));
vi.mock("../maps/map-frame.tsx", () => ({ MapFrame: () => null }));
vi.setConfig({ testTimeout: 20_000 });
// jsdom has no layout.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

const nameOf = (one: HTMLElement) => one.getAttribute("aria-label") ?? one.textContent;

/** By its name, without the roles of the whole page, which take a long time. */
const button = (name: RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const found = [...document.querySelectorAll("button")].find((one) => name.test(nameOf(one)));
    if (!found) throw new Error(`no ${String(name)}`);
    return found;
  });
/** What a press has opened: a dialog or a card. */
const opened = () =>
  waitFor(() => expect(document.querySelector("dialog[open], article[aria-label='Pivô 01'] a")).not.toBeNull());

const show = prepareScreens(Date.parse(AT));
const stored = { clientId: "c1", createdAt: AT, updatedAt: AT, active: true };
const none = () => ({ items: [], next: null });
const note = { ...stored, _id: "n1", pivotId: "p1", at: AT, note: "bocal entupido", photoId: null, userName: "Bruno" };

/** The board after a change: another machine comes first, and each sector has lost water. */
function later() {
  const board = irrigameter();
  return withMachines({
    ...board,
    pivots: board.pivots.toReversed(),
    sectors: board.sectors.toReversed().map((card) => ({ ...card, drNowMm: (card.drNowMm ?? 0) + 1 })),
    plans: board.plans.map((plan) => {
      const [item] = board.plans.flatMap(({ items }) => items);
      if (plan.items.length > 0 || !item) return plan;
      return { ...plan, items: [{ ...item, pivotId: "p3", sectorIds: ["p3q1"], startAt: AT }], unplaced: [] };
    }),
  });
}

const operator = ["irrigameter", "watering"];
const manager = [...operator, "balance", "farms", "config", "report", "maps"];
const board = [BoardPage, "/irrigameter/:child", "/irrigameter/calculated-pivot"] as const;
const pivot = [PivotPage, "/irrigameter/pivo/:pivotId", "/irrigameter/pivo/p1"] as const;

it.each<[string, readonly string[], readonly [ComponentType, string, string], RegExp]>([
  ["Hoje", manager, board, /^(Liguei|Irriguei|Parei): Pivô 01/],
  ["the operator's home", operator, board, /^Choveu: Pivô 01/],
  ["the irrigâmetro's list", manager, board, /^Por quê.*Pivô 0[2-9]/],
  ["the pivot's page, Anotar", operator, pivot, /^Anotar$/],
  ["the pivot's page, a note", operator, pivot, /bocal entupido/],
  ["the map", manager, [MapPage, "/maps", "/maps"], /Pivô 01.*Déficit/],
])("a press on %s is made although new data come meanwhile", async (_where, rights, [Page, path, address], name) => {
  const permissions = rights.map((right) => ({ screen: right, view: true, create: true, edit: true, remove: true }));
  const api = await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    "GET /Irrigameter/GetSectorDetail": () => sectorDetail(),
    ...userAnswers(permissions),
    "GET /Season/GetByClientID": () => [],
    "GET /Notification/GetByClientID": none,
    "GET /Watering/GetPage": none,
    "GET /FieldNote/GetPage": () => ({ items: [note], next: null }),
    "GET /Rain/GetPage": none,
    "GET /PivotStatus/GetByPivotID": none,
    "GET /PivotCommand/GetByClientID": () => [],
    "GET /Map/GetByClientID": () => mapFixture(),
  });
  const { queryClient } = show(<Page />, path, address);
  const held = await button(name);
  fireEvent.pointerDown(held);
  const watering = { ...stored, _id: "w1", sectorId: "p1q1", start: AT, grossMm: 12, netMm: 10, source: "manual" };
  Object.assign(api.answers, {
    "GET /Irrigameter/GetByClientID": later,
    "GET /Watering/GetPage": () => ({ items: [watering], next: null }),
    "GET /Map/GetByClientID": () => ({ ...mapFixture(), at: "2026-05-14T10:35:00.000Z" }),
  });
  await act(() => queryClient.refetchQueries());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(held.isConnected, "the same button").toBe(true);
  expect(nameOf(held), "of the same machine").toMatch(name);
  fireEvent.pointerUp(held);
  fireEvent.click(held);
  await opened();
});

it("the pivot's page has its button while the records are on their way, and it stays when they come", async () => {
  const permissions = operator.map((right) => ({ screen: right, view: true, create: true, edit: true, remove: true }));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    "GET /Irrigameter/GetSectorDetail": () => sectorDetail(),
    ...userAnswers(permissions),
    "GET /Season/GetByClientID": () => [],
    "GET /Notification/GetByClientID": none,
    "GET /Watering/GetPage": () => promise,
    "GET /FieldNote/GetPage": () => promise,
    "GET /Rain/GetPage": () => promise,
  });
  show(<PivotPage />, "/irrigameter/pivo/:pivotId", "/irrigameter/pivo/p1");
  const held = await button(/^Anotar$/);
  fireEvent.pointerDown(held);
  resolve({ items: [note].slice(1), next: null });
  await screen.findByText(/^Nenhuma irrigação/);
  expect(held.isConnected).toBe(true);
  fireEvent.click(held);
  await opened();
});
