import { expect, it } from "vitest";
import { consumptionColumns } from "./consumption-columns.ts";
import {
  differingRows,
  exceedsTimes,
  monthBars,
  type PermitMonth,
  permitLevel,
  permitsOf,
  ranking,
  shownRows,
} from "./consumption-model.ts";
import { consumptionRow as row } from "./testing/consumption-row.ts";

const rows = [
  row("2026-01", "A", 1000),
  row("2026-01", "B", 5000),
  row("2026-03", "A", 2000, { brl: null, brlTotal: null }),
];

const permit: PermitMonth = {
  permitId: "o1",
  number: "1/2026",
  farmId: "f1",
  farmName: "Buriti",
  month: "2026-05",
  usedM3: 50,
  limitM3: 100,
  usedPct: 50,
  projectedM3: 70,
  projectedPct: 70,
  maxHoursDay: 12,
  limitHoursDay: 21,
  daysUsed: 10,
  limitDays: 30,
};

it("ranks the pivots by volume, with shares that sum to 100 %", () => {
  const ranked = ranking(rows);
  expect(ranked.map(({ pivotId, m3 }) => [pivotId, m3])).toEqual([
    ["B", 5000],
    ["A", 3000],
  ]);
  expect(ranked.reduce((sum, { sharePct }) => sum + sharePct, 0)).toBeCloseTo(100);
});

it("filters the rows by farm and pivot", () => {
  expect(shownRows(rows, { farmId: "f1", pivotId: "A" })).toHaveLength(2);
  expect(shownRows(rows, { farmId: "f2", pivotId: null })).toEqual([]);
});

it("draws a month without data as a gap", () => {
  const { series, marks, from } = monthBars({ rows, year: 2026, timeZone: "America/Sao_Paulo", limitM3: 4000 });
  expect(series[0]?.value.slice(0, 4)).toEqual([6000, null, 2000, null]);
  expect(series[0]?.at).toHaveLength(12);
  expect(new Date(from).toISOString()).toBe("2026-01-01T03:00:00.000Z");
  expect(marks?.[0]?.from).toBe(4000);
});

it("totals amounts, and computes the mean flow from volume and hours", () => {
  const total = (key: string) => consumptionColumns.find((column) => column.key === key)?.total?.(rows);
  expect(total("m3")).toBe(8000);
  expect(total("total")).toBe(12);
  expect(total("flow")).toBeCloseTo(300);
  expect(total("mm")).toBeUndefined();
});

it("rates a permit by volume, and by times separately", () => {
  const level = (usedPct: number, projectedPct: number | null) => permitLevel({ usedPct, projectedPct });
  expect(level(50, 70)).toBe("ok");
  expect(level(50, 85)).toBe("near");
  expect(level(80, null)).toBe("near");
  expect(level(60, 101)).toBe("ahead");
  expect(level(100, 130)).toBe("over");
  expect(exceedsTimes(permit)).toBe(false);
  expect(exceedsTimes({ ...permit, maxHoursDay: 24 })).toBe(true);
  // Shown as "21,0 de 21,0 h".
  expect(exceedsTimes({ ...permit, limitHoursDay: 21, maxHoursDay: 21.04 })).toBe(false);
  expect(exceedsTimes({ ...permit, limitHoursDay: null, maxHoursDay: 24 })).toBe(false);
});

it("lists a permit's last month first", () => {
  const months = permitsOf([{ ...permit, month: "2026-04" }, permit], { farmId: null, pivotId: null });
  expect(months.map((one) => one.map(({ month }) => month))).toEqual([["2026-05", "2026-04"]]);
  expect(permitsOf([permit], { farmId: "f2", pivotId: null })).toEqual([]);
  const ofA = { ...permit, pivotIds: ["A"] };
  expect(permitsOf([ofA], { farmId: null, pivotId: "A" })).toEqual([[ofA]]);
  expect(permitsOf([ofA], { farmId: null, pivotId: "B" })).toEqual([]);
});

it("lists the months whose recorded volume differs from the counted one by more than 5 %", () => {
  const own = [
    row("2026-01", "A", 1000, { recordedM3: 960 }),
    row("2026-02", "A", 1000, { recordedM3: 1100 }),
    row("2026-03", "A", 0, { recordedM3: 7000 }),
    row("2026-04", "A", 500),
  ];
  expect(differingRows(own).map(({ row: { month }, differenceM3 }) => [month, differenceM3])).toEqual([
    ["2026-03", -7000],
    ["2026-02", -100],
  ]);
});
