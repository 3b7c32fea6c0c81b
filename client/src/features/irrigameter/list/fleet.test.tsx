import type { Client } from "@lamina/shared/records/client";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { Component } from "../page.tsx";
import { AT, irrigameter } from "../testing/fixtures.ts";
import { text } from "../text.ts";

vi.mock("../../../core/clients/use-clients.ts", () => {
  const selected = { _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 } as Client;
  return { useSelectedClient: () => selected, useClients: () => ({ clients: [selected], selected }) };
});
vi.setConfig({ testTimeout: 60_000 });

const MACHINES = 120;
/** Rows of these machines within 300 px of a window of 1440×900, in two columns; at the top it has those of Hoje instead. */
const NEAR = 30;
const NEAR_AT_TOP = 8;
/** Elements of the page: the shell around it has some 300 of the 3,000. */
const MAX_ELEMENTS = 2_700;

const show = prepareScreens(Date.parse(AT));

/** What the browser reports of each observed item: whether it is near the window. */
const items: { element: Element; report: (isIntersecting: boolean) => void }[] = [];

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  items.length = 0;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly #notify: (entries: Partial<IntersectionObserverEntry>[]) => void;
      constructor(notify: (entries: Partial<IntersectionObserverEntry>[]) => void) {
        this.#notify = notify;
      }
      observe(element: Element) {
        const boundingClientRect = { height: 60 } as DOMRect;
        items.push({
          element,
          report: (isIntersecting) => this.#notify([{ isIntersecting, boundingClientRect }]),
        });
      }
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** A fleet that is all to be irrigated today, with four sectors a machine and warnings. */
function fleet(count: number): Irrigameter {
  const few = irrigameter();
  const [pivot, plan] = [few.pivots[0], few.plans[0]];
  const [item] = plan?.items ?? [];
  if (!pivot || !plan || !item) throw new Error("the fixture has a run");
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const sectors = few.sectors.filter(({ sector }) => sector.pivotId === "p1");
  const own = (number: number, id: string) => `p${number}${id.slice(2)}`;
  return irrigameter({
    pivots: numbers.map((number) => ({ ...pivot, _id: `p${number}`, name: `Pivô ${number}` })),
    sectors: numbers.flatMap((number) =>
      sectors.map((card) => ({
        ...card,
        sector: { ...card.sector, _id: own(number, card.sector._id), pivotId: `p${number}` },
      })),
    ),
    plans: [
      {
        ...plan,
        items: numbers.map((number) => ({
          ...item,
          pivotId: `p${number}`,
          sectorIds: item.sectorIds.map((id) => own(number, id)),
        })),
      },
    ],
    detections: [],
  });
}

async function open(count = MACHINES, rights = ["irrigameter", "watering", "balance", "farms"]) {
  const permissions = rights.map((right) => ({ screen: right, view: true, create: true, edit: true, remove: true }));
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => fleet(count),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
  });
  show(<Component />, "/irrigameter/:child", "/irrigameter/calculated-pivot");
  // With the buttons of the user's rights, which come last.
  const isRecord = (button: Element) => button.getAttribute("aria-label")?.startsWith(text.irrigated) === true;
  await waitFor(() => expect([...document.querySelectorAll("button")].some(isRecord)).toBe(true));
}

// By selector, because a query by role computes the styles of a page of thousands of elements.
const list = () => document.querySelector<HTMLElement>("section[aria-label='Setores']");
const articles = () => [...(list()?.querySelectorAll("article") ?? [])];
/** The rows of the list that are drawn. */
const drawn = () => articles().filter((article) => article.querySelector("h2")).length;
const rows = () => items.filter(({ element }) => list()?.contains(element));
const scrollTo = (first: number) => {
  const most = first === 0 ? NEAR_AT_TOP : NEAR;
  act(() => {
    // Today's machines are above the list.
    for (const { element, report } of items) if (!list()?.contains(element)) report(first === 0);
    for (const [index, { report }] of rows().entries()) report(index >= first && index < first + most);
  });
};
const elements = () => document.querySelectorAll("*").length;

it("costs at most 3,000 elements with 120 machines, at the top, in the middle and at the end", async () => {
  await open();
  expect(rows().length).toBeGreaterThan(100);
  for (const first of [0, 30, rows().length - NEAR]) {
    scrollTo(first);
    expect(drawn()).toBe(first === 0 ? NEAR_AT_TOP : NEAR);
    expect(elements()).toBeLessThan(MAX_ELEMENTS);
  }
});

it("draws an item before it is seen, keeps the one with the focus, and all of them on paper", async () => {
  await open();
  const count = rows().length;
  expect(drawn()).toBeGreaterThanOrEqual(20);
  expect(articles()).toHaveLength(count);
  scrollTo(0);
  const first = list()?.querySelector("a");
  first?.focus();
  scrollTo(60);
  expect(document.activeElement).toBe(first);
  expect(drawn()).toBe(NEAR + 1);
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(drawn()).toBe(count);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(drawn()).toBeLessThan(count);
});

it("names every machine for a search in the page and a screen reader, drawn or not", async () => {
  await open();
  scrollTo(0);
  const names = new Set([...document.querySelectorAll("article")].map((article) => article.getAttribute("aria-label")));
  expect(names.size).toBe(MACHINES);
});

it("costs the folded machines of today only when they are opened, and then those near the window", async () => {
  await open();
  scrollTo(0);
  const before = elements();
  const fold = document.querySelector("details");
  if (!fold) throw new Error("nothing folded");
  expect(fold.textContent).toBe("Mais 112 máquinas");
  act(() => fold.querySelector("summary")?.click());
  await waitFor(() => expect(fold.querySelectorAll("li[data-stage]")).toHaveLength(112));
  for (const { element, report } of items) if (fold.contains(element)) act(() => report(false));
  // A place, its item and its name.
  expect(elements() - before).toBeLessThanOrEqual(1 + 3 * 112);
});

it("renders only the cards near the window in an operator's list", async () => {
  await open(MACHINES, ["irrigameter", "watering"]);
  expect(await screen.findByRole("heading", { name: "Minha lista de hoje" })).toBeDefined();
  const own = items.filter(({ element }) => element.closest("ol[aria-label='Minha lista de hoje']"));
  expect(own).toHaveLength(MACHINES);
  act(() => {
    for (const [index, { report }] of own.entries()) report(index < NEAR / 2);
    for (const { report } of rows()) report(false);
  });
  expect(elements()).toBeLessThan(MAX_ELEMENTS);
});

it("draws a list of a usual farm whole", async () => {
  await open(17);
  expect(items).toHaveLength(0);
});
