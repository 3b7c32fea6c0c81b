import { farmMoment } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { ConsumptionReport, ConsumptionRow } from "@lamina/shared/views/report";
import { groupBy } from "../../../platform/group-by.ts";
import type { ChartModel } from "../../../ui/chart/model/model.ts";
import { sumOf } from "../../../ui/data-table/columns.ts";
import type { TableView } from "../../../ui/data-table/table-view.ts";
import { decimalsOf } from "../../../ui/format.ts";
import type { Choice } from "../choice.ts";
import { text } from "../text.ts";
import { monthCell } from "./consumption-columns.ts";

export type PermitMonth = ConsumptionReport["permits"][number];

/** From this share of a permit on, its use is marked (domain, 9). */
const NEAR_LIMIT_PCT = 80;
const LIMIT_PCT = 100;

/** The rows of the selected farm and pivot. */
export function shownRows(rows: readonly ConsumptionRow[], { farmId, pivotId }: Pick<Choice, "farmId" | "pivotId">) {
  return rows.filter(
    (row) => (farmId === null || row.farmId === farmId) && (pivotId === null || row.pivotId === pivotId),
  );
}

/** Above this difference in %, the page explains why recorded and counted volume differ. */
const DIFFERENCE_PCT = 5;

/** Rows whose recorded volume differs from the counted one, the largest difference first. */
export function differingRows(rows: readonly ConsumptionRow[]): { row: ConsumptionRow; differenceM3: number }[] {
  return rows
    .flatMap((row) => (row.recordedM3 === undefined ? [] : [{ row, differenceM3: row.m3 - row.recordedM3 }]))
    .filter(
      ({ row, differenceM3 }) =>
        Math.abs(differenceM3) > (DIFFERENCE_PCT / 100) * Math.max(row.m3, row.recordedM3 ?? 0),
    )
    .sort((one, other) => Math.abs(other.differenceM3) - Math.abs(one.differenceM3));
}

export interface RankedPivot {
  pivotId: string;
  pivotName: string;
  farmName: string;
  m3: number;
  mm: number;
  /** Share of the total of all ranked pivots, %. */
  sharePct: number;
}

/** The pivots by their volume, the largest first. */
export function ranking(rows: readonly ConsumptionRow[]): RankedPivot[] {
  const total = sumOf(rows, ({ m3 }) => m3, decimalsOf("m³")) ?? 0;
  return [...groupBy(rows, ({ pivotId }) => pivotId)]
    .flatMap(([pivotId, ofPivot]) => {
      const [first] = ofPivot;
      if (!first) return [];
      const m3 = sumOf(ofPivot, (row) => row.m3, decimalsOf("m³")) ?? 0;
      const mm = sumOf(ofPivot, (row) => row.mm, decimalsOf("mm")) ?? 0;
      const { pivotName, farmName } = first;
      return [{ pivotId, pivotName, farmName, m3, mm, sharePct: total > 0 ? (100 * m3) / total : 0 }];
    })
    .sort((one, other) => other.m3 - one.m3 || one.pivotName.localeCompare(other.pivotName, "pt-BR"));
}

export type PermitLevel = "ok" | "near" | "ahead" | "over";

/** The level of a permit's volume, by the used volume and the projected one. */
export function permitLevel({ usedPct, projectedPct }: Pick<PermitMonth, "usedPct" | "projectedPct">): PermitLevel {
  if (usedPct >= LIMIT_PCT) return "over";
  if ((projectedPct ?? 0) >= LIMIT_PCT) return "ahead";
  return Math.max(usedPct, projectedPct ?? 0) >= NEAR_LIMIT_PCT ? "near" : "ok";
}

/** True when a permit's hours a day or days a month are exceeded, independent of the volume. */
export function exceedsTimes({ maxHoursDay, limitHoursDay, daysUsed, limitDays }: PermitMonth): boolean {
  return isBeyond(maxHoursDay, limitHoursDay) || isBeyond(daysUsed, limitDays);
}

/** Whether more is used than permitted, in the tenths that the screen shows: "21,0 de 21,0 h" is within the limit. */
export function isBeyond(used: number | null, limit: number | null): boolean {
  return used !== null && limit !== null && round(used, 1) > round(limit, 1);
}

/** The months of each permit of the selected farm and pivot, the last one first. */
export function permitsOf(
  permits: readonly PermitMonth[],
  { farmId, pivotId }: Pick<Choice, "farmId" | "pivotId">,
): PermitMonth[][] {
  const shown = permits.filter(
    (permit) =>
      (farmId === null || permit.farmId === farmId) &&
      (pivotId === null || (permit.pivotIds?.includes(pivotId) ?? true)),
  );
  return [...groupBy(shown, ({ permitId }) => permitId).values()].map((months) =>
    [...months].sort((one, other) => other.month.localeCompare(one.month)),
  );
}

/** The filters that show the rows of a permit's month: those of its pivots, or of its farm if the API has no pivots. */
export function permitFilters(
  { month, pivotIds, farmId }: PermitMonth,
  rows: readonly ConsumptionRow[],
): TableView["filters"] {
  const ownRows = rows.filter((row) => (pivotIds ? pivotIds.includes(row.pivotId) : row.farmId === farmId));
  const names = (name: (row: ConsumptionRow) => string) => [...new Set(ownRows.map(name))];
  return {
    month: [monthCell(month)],
    pivot: names(({ pivotName }) => pivotName),
    farm: names(({ farmName }) => farmName),
  };
}

function monthsOf(year: number): string[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`);
}

interface BarsOf {
  rows: readonly ConsumptionRow[];
  year: number;
  timeZone: string;
  /** Permitted volume a month; null unless one permit covers the rows. */
  limitM3: number | null;
}

/** The volume of each month as bars. A month without data is a gap. */
export function monthBars({ rows, year, timeZone, limitM3 }: BarsOf): ChartModel {
  const months = monthsOf(year);
  const start = (month: string) => farmMoment(`${month}-01`, "00:00", timeZone);
  return {
    title: text.consumption.bars,
    timeZone,
    from: start(`${year}-01`),
    to: start(`${year + 1}-01`),
    axes: [{ key: "m3", unit: "m³", include: [0] }],
    series: [
      {
        key: "m3",
        name: text.consumption.volume,
        unit: "m³",
        shape: "bar",
        tone: "irrigation",
        axis: "m3",
        step: "month",
        at: months.map(start),
        value: months.map((month) =>
          sumOf(
            rows.filter((row) => row.month === month),
            ({ m3 }) => m3,
            decimalsOf("m³"),
          ),
        ),
      },
    ],
    marks:
      limitM3 === null
        ? []
        : [{ key: "limit", axis: "m3", label: text.consumption.limit, from: limitM3, tone: "danger" }],
  };
}
