import type { ConsumptionRow } from "@lamina/shared/views/report";
import { cleanup, screen } from "@testing-library/react";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { exportOf } from "../../../ui/data-table/columns.ts";
import { csvOf } from "../../../ui/export/csv.ts";
import { Consumption } from "./consumption.tsx";
import { consumptionColumns } from "./consumption-columns.ts";
import { consumptionRow } from "./testing/consumption-row.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", name: "Santa Clara" }),
}));
// jsdom has no canvas. The charts have tests of their own.
vi.mock("../../../ui/chart/chart-panel.tsx", () => ({ ChartPanel: () => null }));

const generatedAt = "2026-04-02T12:00:00.000Z";
const open = prepareScreens(Date.parse(generatedAt));

/** A number of the screen: `R$ 1.234,50`, `17,5`. */
const read = (words: string | null | undefined) => Number((words ?? "").replace(/[^\d,-]/g, "").replace(",", ".")) || 0;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const MONEY = ["R$ ponta", "R$ fora ponta", "R$ reservado"];
const SUMMED = ["Volume (m³)", "Bombeamento (h)", "Energia (kWh)", "R$ total", ...MONEY];

const amount = (max: number) => fc.double({ min: 0, max, noNaN: true });
const rowsOfYear = fc
  .array(
    fc.record({
      m3: amount(9e4),
      hours: amount(700),
      kwh: amount(5e4),
      peak: amount(900),
      off: amount(9e3),
      res: amount(9e3),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ m3, hours, kwh, peak, off, res }, index): ConsumptionRow => {
      const month = `2026-${String(1 + (index % 4)).padStart(2, "0")}`;
      const brl = { peak, offpeak: off, reserved: res };
      return {
        ...consumptionRow(month, `Pivô ${Math.floor(index / 4)}`, m3, { brl }),
        hours,
        kwh,
        brlTotal: peak + off + res,
      };
    }),
  );

it("shows totals that equal the parts as they are shown, in figures, table, ranking and file", {
  timeout: 120_000,
}, async () => {
  let rows: ConsumptionRow[] = [];
  await startApiServer({
    "GET /Report/WaterConsumption": () => ({ generatedAt, year: 2026, rows, permits: [] }),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [] }),
  });
  await fc.assert(
    fc.asyncProperty(rowsOfYear, async (drawn) => {
      rows = drawn;
      const { queryClient } = open(<Consumption farms={[]} />, "/report/:page", "/report/waterconsuption");
      await screen.findByRole("table");
      const [headers = [], ...lines] = [...document.querySelectorAll("table tr")].map((row) =>
        [...row.children].map(({ textContent }) => textContent ?? ""),
      );
      const footer = lines.find(([first]) => first?.startsWith("Total")) ?? [];
      const cells = lines.filter((line) => line !== footer);
      const exported = csvOf(exportOf("Consumo", consumptionColumns, drawn, "UTC"))
        .replace("\uFEFF", "")
        .trimEnd()
        .split("\r\n");
      const inFile = exported.map((line) => line.split(";"));
      for (const header of SUMMED) {
        const column = headers.indexOf(header);
        expect(column, `${header} in ${headers.join(" | ")}`).toBeGreaterThan(0);
        const total = read(footer[column]);
        expect(sum(cells.map((line) => read(line[column]))), header).toBeCloseTo(total, 6);
        const filed = inFile[0]?.indexOf(header) ?? -1;
        expect(sum(inFile.slice(1).map((line) => read(line[filed]))), `file: ${header}`).toBeCloseTo(total, 6);
        const figures = [...document.querySelectorAll("dd")].map(({ textContent }) => textContent ?? "");
        expect(
          figures.some((words) => words.includes(footer[column] ?? "")),
          `figures: ${header} ${footer[column]}: ${figures.join(" | ")}`,
        ).toBe(true);
      }
      const of = (header: string) => read(footer[headers.indexOf(header)]);
      expect(sum(MONEY.map(of))).toBeCloseTo(of("R$ total"), 6);
      cleanup();
      queryClient.clear();
    }),
    { numRuns: 8, endOnFailure: true },
  );
});
