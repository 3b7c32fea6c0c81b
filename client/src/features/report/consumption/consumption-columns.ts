import type { ConsumptionRow } from "@lamina/shared/views/report";
import { columnDecimals, type DataColumn, sum, sumOf } from "../../../ui/data-table/columns.ts";
import { asShown } from "../../../ui/format.ts";
import { text } from "../text.ts";

const words = text.consumption;
type Value = (row: ConsumptionRow) => number | null;
type Rest = Partial<DataColumn<ConsumptionRow>>;
const number = (key: string, header: string, value: Value, rest: Rest = {}): DataColumn<ConsumptionRow> => ({
  key,
  header,
  kind: "number",
  value,
  ...rest,
});
/** An amount that can be summed over months and pivots. */
const amount = (key: string, header: string, value: Value, rest: Rest = {}) =>
  number(key, header, value, { total: sum(value, columnDecimals(rest)), ...rest });
const money = (key: string, header: string, value: Value) => amount(key, header, value, { decimals: MONEY_DECIMALS });

/** R$ of a month have cents, because their parts do. */
export const MONEY_DECIMALS = 2;

/** The R$ of a month: of its kinds of hours, as they are shown. */
export const costOf = ({ brl, brlTotal }: Pick<ConsumptionRow, "brl" | "brlTotal">) =>
  brl ? Object.values(brl).reduce((total, part) => total + asShown(part, MONEY_DECIMALS), 0) : brlTotal;

/** `2026-05` as the column of months has it. */
export const monthCell = (month: string) => month.split("-").reverse().join("/");

/** The mean flow of some months, m³/h. */
export function meanFlow(rows: readonly ConsumptionRow[]): number | null {
  const [m3, hours] = [sumOf(rows, (row) => row.m3), sumOf(rows, (row) => row.hours)];
  return m3 === null || !hours ? null : m3 / hours;
}

/** Columns of a phone's cards; the others are in the table and in files. */
const ON_CARDS: readonly string[] = ["pivot", "month", "mm", "m3", "hours", "total", "origin"];

/** Pivot × month (domain, 6). The total of a rate is computed from the totals of its parts. */
const columns: readonly DataColumn<ConsumptionRow>[] = [
  { key: "pivot", header: text.pivot, facet: true, value: ({ pivotName }) => pivotName },
  { key: "month", header: words.month, facet: true, value: ({ month }) => monthCell(month) },
  number("mm", words.depth, ({ mm }) => mm, { unit: "mm" }),
  amount("m3", words.volume, ({ m3 }) => m3, { unit: "m³" }),
  amount("hours", words.hours, ({ hours }) => hours, { unit: "h" }),
  money("total", words.total, costOf),
  number("perHa", words.perHa, ({ brlHa }) => brlHa, { decimals: 2 }),
  amount("kwh", words.energy, ({ kwh }) => kwh, { unit: "kWh" }),
  number("kwhMm", words.energyMm, ({ kwhMm }) => kwhMm, { decimals: 1 }),
  number("m3Ha", words.volumeHa, ({ m3Ha }) => m3Ha, { unit: "m³/ha" }),
  number("flow", words.flow, ({ flowM3h }) => flowM3h, {
    unit: "m³/h",
    total: meanFlow,
  }),
  amount("metered", words.metered, ({ sources }) => sources?.meterM3 ?? null, { unit: "m³" }),
  amount("recorded", words.recorded, ({ recordedM3 }) => recordedM3 ?? null, { unit: "m³" }),
  amount("estimated", words.estimated, ({ sources }) => sources?.hoursM3 ?? null, { unit: "m³" }),
  money("peak", words.peak, ({ brl }) => brl?.peak ?? null),
  money("offpeak", words.offpeak, ({ brl }) => brl?.offpeak ?? null),
  money("reserved", words.reserved, ({ brl }) => brl?.reserved ?? null),
  { key: "origin", header: words.origin, facet: true, value: ({ knownBy }) => words.knownBy[knownBy] },
  { key: "farm", header: text.farm, facet: true, optional: true, value: ({ farmName }) => farmName },
];

export const consumptionColumns = columns.map((column) => ({ ...column, offCards: !ON_CARDS.includes(column.key) }));
