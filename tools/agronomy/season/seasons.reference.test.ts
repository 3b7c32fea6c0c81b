import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readReference, referencePath } from "../../../agronomy/src/testing/reference.ts";
import { computeSeason } from "./season-compute.ts";
import { readSeasonFile } from "./season-file.ts";
import { reportSeason } from "./season-report.ts";

interface ReferenceSeason {
  id: string;
  columns: string[];
  daily: (string | number | null)[][];
  totals: Record<string, number>;
}

const FILE = "pyfao56-season.json";
const seasons = readReference<{ scenarios: ReferenceSeason[] }>(FILE).scenarios;

/** The file rounds to six decimals; sums of rounded ET0 drift by a few of them. */
const ROUNDING = 2e-5;
/** ET0 from weather: the reference rounds the constants of Eq. 13 differently. */
const ET0_FROM_WEATHER = 2e-4;
const DR_FROM_WEATHER = 0.01;

/** The program's output for the reference file, without some columns. */
function answer(id: string, without: readonly string[] = []) {
  const file = JSON.parse(readFileSync(referencePath(FILE), "utf8")) as { scenarios: ReferenceSeason[] };
  const scenarios = file.scenarios
    .filter((season) => season.id === id)
    .map(({ totals: _totals, ...season }) => {
      const kept = season.columns.flatMap((name, index) => (without.includes(name) ? [] : [index]));
      const pick = <T>(cells: readonly T[]) => kept.flatMap((index) => cells.slice(index, index + 1));
      return { ...season, columns: pick(season.columns), daily: season.daily.map(pick) };
    });
  const [scenario] = readSeasonFile(JSON.stringify({ scenarios }));
  if (!scenario) throw new Error(`No scenario ${id}.`);
  return reportSeason(computeSeason(scenario)) as unknown as ReferenceSeason;
}

/** The largest difference of a column. */
function difference(column: string, expected: ReferenceSeason, computed: ReferenceSeason): number {
  const cell = (season: ReferenceSeason, row: number) =>
    Number(season.daily[row]?.[season.columns.indexOf(column)] ?? 0);
  return Math.max(...expected.daily.map((_cells, row) => Math.abs(cell(expected, row) - cell(computed, row))));
}

const DERIVED = ["ET0_fao56", "Kc", "Kcb", "Ke", "ETc", "De", "Zr", "TAW", "p", "RAW", "Ks", "ETa", "DP", "Dr"];

describe.each(seasons)("reference season $id", (season) => {
  it("gives every column from ET0, weather, rain and irrigation", () => {
    const computed = answer(season.id, DERIVED);
    expect(computed.columns).toEqual(season.columns);
    for (const column of season.columns.slice(1))
      expect(difference(column, season, computed), column).toBeLessThanOrEqual(ROUNDING);
  });

  it("gives the totals", () => {
    const { totals } = answer(season.id, DERIVED);
    expect(Object.keys(totals)).toEqual(Object.keys(season.totals));
    for (const [name, value] of Object.entries(season.totals))
      expect(Math.abs((totals[name] ?? Number.NaN) - value), name).toBeLessThanOrEqual(0.0011);
  });

  it("computes ET0 from the weather where it is not given", () => {
    const computed = answer(season.id, [...DERIVED, "ET0"]);
    expect(difference("ET0", season, computed)).toBeLessThan(ET0_FROM_WEATHER);
    expect(difference("ET0_fao56", season, computed)).toBeLessThan(ROUNDING);
    expect(difference("Dr", season, computed)).toBeLessThan(DR_FROM_WEATHER);
  });
});
