import { expect, it } from "vitest";
import { withDryGaps } from "./sector-gaps.ts";
import { leastLossSetting, type PanelLimits, type RunSector, speedTable, type TableSector } from "./sector-speeds.ts";

const panel: PanelLimits = { depth100Mm: 5, slowestPercent: 20, mostPasses: 3, efficiencyPct: 85 };
const sector = (id: string, change: Partial<RunSector> = {}): RunSector => ({
  id,
  areaHa: 20,
  needMm: 20,
  dr: 17,
  tolerableMm: 6,
  lossBrlMmHa: 15,
  costBrlMmHa: 4,
  ...change,
});

it("gives one sector, or several equal ones, the depth they need", () => {
  expect(leastLossSetting([sector("a")], panel)).toMatchObject({ percent: 25, passes: 1, lossBrl: 0 });
  expect(leastLossSetting([sector("a"), sector("b")], panel)).toMatchObject({ percent: 25, lossBrl: 0 });
});

it("stops where one more millimetre drains more than it saves", () => {
  // b can hold 9 mm net; a needs 17 and may keep 6: the depth between costs neither stress nor, above 10.6 mm, little drainage.
  const shared = leastLossSetting([sector("a"), sector("b", { dr: 9, needMm: 10.6 })], panel);
  const gross = shared.passes * shared.depthPerPassMm;
  expect(gross).toBeLessThan(20);
  expect(gross).toBeGreaterThanOrEqual(10);
  // A valuable crop reverses the result.
  const dear = leastLossSetting([sector("a", { lossBrlMmHa: 200, tolerableMm: 0 }), sector("b", { dr: 9 })], panel);
  expect(dear.passes * dear.depthPerPassMm).toBeGreaterThanOrEqual(19);
});

const part = (id: string, fromDeg: number, needMm: number): TableSector => ({
  ...sector(id, { needMm, dr: needMm * 0.85 }),
  fromDeg,
  toDeg: fromDeg + 90,
  isWatered: needMm > 0,
});

it("writes a row per sector, dry where no water is needed", () => {
  const unordered = [part("b", 90, 10), part("a", 0, 20), part("c", 180, 0), part("d", 270, 40)];
  const table = speedTable(withDryGaps(unordered, { startDeg: 0, endDeg: 360, areaHa: 80 }), panel, 10);
  expect(table.passes).toBe(2);
  expect(table.rows).toEqual([
    { ids: ["a"], fromDeg: 0, toDeg: 90, percent: 50, grossMm: 20 },
    { ids: ["b"], fromDeg: 90, toDeg: 180, percent: 100, grossMm: 10 },
    { ids: ["c"], fromDeg: 180, toDeg: 270, percent: null, grossMm: 0 },
    { ids: ["d"], fromDeg: 270, toDeg: 360, percent: 25, grossMm: 40 },
  ]);
});

it("passes dry over ground without a sector in season, and joins no neighbours across it", () => {
  const circle = { startDeg: 0, endDeg: 360, areaHa: 80 };
  const sectors = withDryGaps([part("c", 180, 19), part("a", 0, 20), part("d", 270, 8)], circle);
  expect(sectors.map(({ id, areaHa }) => [id, areaHa])).toEqual([
    ["a", 20],
    [null, 20],
    ["c", 20],
    ["d", 20],
  ]);
  const table = speedTable(sectors, panel, 3);
  expect(table.rows).toMatchObject([
    { ids: ["a"], toDeg: 90 },
    { ids: [], fromDeg: 90, toDeg: 180, percent: null, grossMm: 0 },
    { ids: ["c", "d"], fromDeg: 180 },
  ]);
});

it("follows the arm of a half circle across north", () => {
  const half = { startDeg: 270, endDeg: 90, areaHa: 40 };
  const sectors = withDryGaps([part("north", 0, 20), part("west", 270, 20)], half);
  expect(sectors.map(({ id }) => id)).toEqual(["west", "north"]);
  expect(speedTable(sectors, panel, 1).rows).toMatchObject([{ ids: ["west", "north"], fromDeg: 270, toDeg: 90 }]);
  // The part beyond the last sector.
  const [west, rest] = withDryGaps([part("west", 270, 20)], half);
  expect([west?.id, rest?.id, rest?.fromDeg, rest?.toDeg]).toEqual(["west", null, 0, 90]);
});

it("joins the neighbours with the least loss until the panel can hold the rows", () => {
  const table = speedTable([part("a", 0, 20), part("b", 90, 19), part("c", 180, 8), part("d", 270, 8)], panel, 2);
  expect(table.rows.map(({ ids }) => ids)).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(table.rows[0]?.toDeg).toBe(180);
});

it("counts the water that a joined row puts on a neighbour without need", () => {
  const dry = part("b", 90, 0);
  const table = speedTable([part("a", 0, 20), dry, part("c", 180, 19), part("d", 270, 19)], panel, 3);
  expect(table.rows.map(({ ids }) => ids)).toEqual([["a"], ["b"], ["c", "d"]]);
  const forced = speedTable([part("a", 0, 20), dry], panel, 1);
  expect(forced.rows).toMatchObject([{ ids: ["a", "b"] }]);
  expect(forced.rows[0]?.grossMm).toBeLessThan(20);
});

it("takes fewer passes where the lightest pass drains below a sector more than the other one needs", () => {
  const light = part("b", 90, 3);
  // 40 mm are two passes of 25 mm at most, and two of the lightest are 10 mm where 3 mm are missing.
  expect(speedTable([part("a", 0, 40), light], panel, 8)).toMatchObject({ passes: 2, rows: [{}, { grossMm: 10 }] });
  const patient = { ...part("a", 0, 40), tolerableMm: 20 };
  expect(speedTable([patient, light], panel, 8)).toMatchObject({ passes: 1, rows: [{ grossMm: 25 }, { grossMm: 5 }] });
  // Rounding to whole percents alone is no reason.
  expect(speedTable([{ ...patient, needMm: 41 }, part("b", 90, 22)], panel, 8).passes).toBe(2);
});
