import { describe, expect, it } from "vitest";
import { computeSeason } from "./season-compute.ts";
import { readSeasonFile } from "./season-file.ts";
import { reportSeason } from "./season-report.ts";

/**
 * Four days across New Year with some wind and humidity missing, an anemometer at 10 m, an efficiency, a partly wetted
 * surface, and a start above field capacity.
 */
const SEASON = {
  id: "gaps",
  mode: "dual",
  site: { lat_deg: -15.6, elevation_m: 180, wind_height_m: 10, reference: "short grass (ETo)" },
  crop: { L: [1, 2, 5, 5], h: [0.1, 1], Zr: [0.2, 0.6], p: 0.5, Kcb: [0.15, 1.1, 0.3] },
  soil: { thetaFC: 0.32, thetaWP: 0.18, theta0: 0.33, Ze: 0.1, REW: 9 },
  efficiency_pct: 80,
  columns: ["date", "Rs", "Tmax", "Tmin", "Tdew", "RHmax", "RHmin", "wind", "P", "I", "fw"],
  daily: [
    ["2023-12-30", 20, 31, 19, null, 92, 41, 3, 18, 0, null],
    ["2023-12-31", 20, 31, 19, 17, null, null, null, 0, 0, null],
    ["2024-01-01", 20, 31, 19, null, null, null, 3, 0, 0, null],
    ["2024-01-02", 20, 31, 19, null, 85, null, null, 2, 10, 0.4],
  ],
};

/** Output of pyfao56 (commit 1d242ee) for this season. */
const EXPECTED: Record<string, readonly number[]> = {
  ET0: [5.214537, 4.782797, 5.207222, 4.835713],
  fw: [1, 1, 1, 0.4],
  Ke: [0, 1.045426, 0.530637, 0.045854],
  De: [5, 10.000058, 14.353465, 2.077443],
  Zr: [0.2, 0.2, 0.4, 0.6],
  p: [0.668713, 0.471301, 0.459294, 0.478359],
  ETa: [0.782181, 5.717477, 6.017661, 5.541023],
  DP: [19.217819, 0, 0, 0],
  Dr: [0, 5.717477, 11.735138, 7.276161],
};

const compute = (change: object = {}) => {
  const [season] = readSeasonFile(JSON.stringify({ scenarios: [{ ...SEASON, ...change }] })).map(computeSeason);
  if (!season) throw new Error("The file has no scenario.");
  const { columns, daily } = reportSeason(season) as { columns: string[]; daily: number[][] };
  const column = (name: string) => daily.map((cells) => cells[columns.indexOf(name)] ?? Number.NaN);
  return { column, season, notes: season.notes };
};

const LAYER = { depth_m: 0.5, thetaFC: 0.3, thetaWP: 0.1, theta0: 0.2 };

describe("a season with gaps", () => {
  it.each(Object.entries(EXPECTED))("%s is the reference model's", (name, expected) => {
    const found = compute().column(name);
    expected.forEach((value, row) => {
      expect(Math.abs((found[row] ?? Number.NaN) - value), `row ${row + 1}`).toBeLessThan(5e-4);
    });
  });

  it("takes theta0 for the whole depth, and prints the soil below the roots, only where it is asked for", () => {
    const dry = { soil: { ...SEASON.soil, theta0: 0.25 }, columns: SEASON.columns, efficiency_pct: 80 };
    const full = compute(dry);
    const below = compute({ ...dry, options: { subsoil: true } });
    expect(full.season.rows[0]).toMatchObject({ subsoilDr: 0 });
    expect(full.column("Dsub")[0]).toBeNaN();
    // 7 points over 40 cm below the first roots, less what drained into them.
    const [stored = 0] = below.column("ToSub");
    expect(stored).toBeGreaterThan(0);
    expect(below.column("Dsub")[0]).toBeCloseTo(28 - stored, 3);
    expect(below.column("DP")[0]).toBe(0);
    expect(below.column("Dr")[3]).toBeGreaterThan(full.column("Dr")[3] ?? 0);
  });

  it("notes that the soil starts above field capacity", () => {
    expect(compute().notes.join()).toContain("acima da capacidade de campo");
  });

  it("accepts a soil in layers", () => {
    const layers = [
      { depth_m: 0.3, thetaFC: 0.32, thetaWP: 0.18, theta0: 0.25 },
      { depth_m: 1, thetaFC: 0.3, thetaWP: 0.15, theta0: 0.3 },
    ];
    const { column, season } = compute({ soil: { layers, Ze: 0.1, REW: 9 } });
    expect(season.drInitial).toBeCloseTo(14);
    expect(column("TAW")[0]).toBeCloseTo(28);
    expect(column("TAW")[3]).toBeCloseTo(42 + 45);
  });

  it.each([
    ["soil.layers", []],
    ["soil.layers[1].depth_m", [LAYER, LAYER]],
    ["soil.layers[0].thetaWP", [{ ...LAYER, thetaWP: 0.4 }]],
    ["soil.layers[0].sand", [{ ...LAYER, sand: 0.4 }]],
    ["soil.layers", [LAYER, { ...LAYER, depth_m: 2, theta0: undefined }]],
  ])("refuses %s that cannot be", (path, layers) => {
    expect(() => compute({ soil: { layers, Ze: 0.1, REW: 9 } })).toThrow(path);
  });

  it("keeps the coefficient of a stage that the table does not reach, and notes it", () => {
    const { notes } = compute({ options: { kc_climate_adjustment: true }, crop: { ...SEASON.crop, L: [1, 5, 5, 5] } });
    expect(notes.join()).toContain("fase mid");
  });
});
