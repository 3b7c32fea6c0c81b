import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { Consumption } from "./consumption/consumption.tsx";
import { consumptionRow } from "./consumption/testing/consumption-row.ts";
import { Management } from "./management/management.tsx";
import { sectionFixture } from "./management/testing/section-fixture.ts";

vi.mock("../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", name: "Santa Clara" }),
}));
// jsdom has no canvas. The charts have tests of their own.
vi.mock("../../ui/chart/chart-panel.tsx", () => ({ ChartPanel: () => null }));

const generatedAt = "2026-04-02T12:00:00.000Z";
const open = prepareScreens(Date.parse(generatedAt));
beforeEach(() => localStorage.clear());

const brl = { peak: 1, offpeak: 2, reserved: 3 };
const rows = [
  consumptionRow("2026-03", "Pivô A", 4000, { brl }),
  consumptionRow("2026-04", "Pivô A", 1000, { brl, origin: "estimated", knownBy: "hours" }),
  consumptionRow("2026-04", "Pivô B", 5000, { brl }),
  // The same name at another farm, outside the permit.
  consumptionRow("2026-04", "p9", 7000, { brl, pivotName: "Pivô A", farmId: "f9", farmName: "Ondas" }),
];
const permit = {
  ...{ permitId: "o1", number: "1/2026", farmId: "f1", farmName: "Buriti", pivotIds: ["Pivô A", "Pivô B"] },
  ...{ limitM3: 10_000, maxHoursDay: 17.5, limitHoursDay: 21, limitDays: 30 },
};
const permits = [
  { ...permit, month: "2026-03", usedM3: 4000, usedPct: 40, projectedM3: null, projectedPct: null, daysUsed: 9 },
  { ...permit, month: "2026-04", usedM3: 6000, usedPct: 60, projectedM3: 7000, projectedPct: 70, daysUsed: 2 },
];
const { totals } = sectionFixture();
const yields = { ky: 0.85, yieldKgHa: 3500, priceBrlKg: 2 };
const section = sectionFixture({
  totals: { ...totals, requiredBrl: 120 },
  yield: yields,
  plantingDate: "2026-03-20",
});

const reports = {
  "irrigationmanager, all sectors": {
    address: "/report/irrigationmanager",
    show: () => open(<Management farms={[]} />, "/report/:page", "/report/irrigationmanager"),
    sectors: [
      section,
      sectionFixture({ sectorId: "s2", sectorName: "Setor B", totals: { ...totals, requiredBrl: 7 } }),
    ],
    /** Volume with its area, mean depth with the required one, cost, rain with the effective one, …, energy. */
    count: 14,
  },
  "irrigationmanager, one sector": {
    address: "/report/irrigationmanager",
    show: () => open(<Management farms={[]} />, "/report/:page", "/report/irrigationmanager"),
    sectors: [section],
    count: 19,
  },
  waterconsuption: {
    address: "/report/waterconsuption",
    show: () => open(<Consumption farms={[]} />, "/report/:page", "/report/waterconsuption"),
    sectors: [],
    count: 17,
  },
};

const serve = (sectors: object[]) =>
  startApiServer({
    "GET /Report/IrrigationManager": () => ({ generatedAt, from: "2026-03-04", to: "2026-04-02", sectors }),
    "GET /Report/WaterConsumption": ({ url }) => {
      // The period's energy of the pivot of the sectors.
      const energy = [consumptionRow("2026-04", "p1", 900, { brl })];
      return { generatedAt, year: 2026, rows: url.includes("from=") ? energy : rows, permits };
    },
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [] }),
  });

const TOTAL = /^(?:[\d.,]+|R\$\s[\d.,]+)(?:\s(?:mm|m³|m³\/h|ha|h|kWh|kg\/ha|%))?$/;
/** The numbers that are buttons. By their text, because a search by role takes long in a large table. */
const totalsShown = () =>
  [...document.querySelectorAll("button")].filter(({ textContent }) => TOTAL.test(textContent ?? ""));

it.each(Object.entries(reports))("opens the rows of each total of %s, by keyboard", async (_name, report) => {
  await serve(report.sectors);
  const page = report.show();
  await screen.findByRole("table");
  await vi.waitFor(() => expect(totalsShown()).toHaveLength(report.count));
  // Each number that is named by a term is a button, except those that describe the subject.
  const facts = ["Fazenda", "Cultura", "Plantio", "Área", "Solo", "CC", "PMP", "Ea", "CUC", "Lâmina a 100 %"];
  const closed = [...document.querySelectorAll("dt")].filter(
    (term) => !facts.includes(term.textContent ?? "") && !term.nextElementSibling?.querySelector("button"),
  );
  expect(closed.map(({ textContent }) => textContent)).toEqual([]);
  for (let index = 0; index < report.count; index++) {
    const button = totalsShown()[index];
    button?.focus();
    await userEvent.keyboard("{Enter}");
    const name = `${index}: ${button?.textContent}`;
    if (page.address() !== report.address) {
      // The energy of a sector is known by month and pivot, in the other report.
      expect(page.address(), name).toBe("/report/waterconsuption?fazenda=f1&pivo=p1&ano=2026");
      cleanup();
      report.show();
      await screen.findByRole("table");
      await vi.waitFor(() => expect(totalsShown()).toHaveLength(report.count));
      continue;
    }
    expect(document.activeElement?.querySelector("table"), name).not.toBeNull();
    expect(document.querySelector("th[aria-sort=descending]"), name).not.toBeNull();
    (document.activeElement as HTMLElement).blur();
  }
});

/** Volume of the rows that the table shows, by its total. */
const shownVolume = () => {
  const table = within(screen.getByRole("table"));
  const place = table.getAllByRole("columnheader").findIndex(({ textContent }) => textContent === "Volume (m³)");
  return table.getByRole("row", { name: /^Total/ }).children[place]?.textContent;
};

it("opens the pivots of a permit's month, and again all rows of a total", async () => {
  await serve([]);
  reports.waterconsuption.show();
  const card = within(await screen.findByRole("article", { name: "Outorga 1/2026" }));
  expect(shownVolume()).toBe("17.000");
  await userEvent.click(card.getByRole("button", { name: /^6\.000\sm³$/ }));
  expect(shownVolume()).toBe("6.000");
  await userEvent.click(card.getByRole("button", { name: /^40\s%$/ }));
  expect(shownVolume()).toBe("4.000");
  await userEvent.click(card.getByRole("button", { name: "17,5" }));
  expect(shownVolume()).toBe("6.000");
  await userEvent.click(screen.getByRole("button", { name: /^17\.000\sm³$/ }));
  expect(shownVolume()).toBe("17.000");
});

it("opens all pivots of a permit although one pivot is chosen", async () => {
  await serve([]);
  const page = open(<Consumption farms={[]} />, "/report/:page", "/report/waterconsuption?pivo=Piv%C3%B4+B");
  const card = within(await screen.findByRole("article", { name: "Outorga 1/2026" }));
  await userEvent.click(card.getByRole("button", { name: /^6\.000\sm³$/ }));
  expect(shownVolume()).toBe("6.000");
  expect(page.address()).toBe("/report/waterconsuption");
});
