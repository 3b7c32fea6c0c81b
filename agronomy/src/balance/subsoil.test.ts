import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaporationLayer } from "../soil/evaporation-layer.ts";
import { totalAvailableWater, uniformSoil } from "../soil/soil-water.ts";
import { runSeason, stateIn } from "./balance.ts";
import type { DayInput, SeasonSettings } from "./season.ts";
import { type DryLayer, deficitBetween, refilled, type Subsoil, uniformSubsoil, wholeSoil } from "./subsoil.ts";

const uniform = uniformSoil(0.32, 0.18);
const layered = [
  { depthM: 0.25, fc: 0.3, wp: 0.1 },
  { depthM: 0.5, fc: 0.2, wp: 0.2 },
  { depthM: 0.8, fc: 0.35, wp: 0.25 },
];
const maize: SeasonSettings = {
  days: [20, 35, 40, 30],
  kc: { ini: 0.4, mid: 1.2, end: 0.6 },
  roots: { ini: 0.15, max: 1 },
  p: 0.55,
  soil: uniform,
};
const DRY: DayInput = { eto: 5, rain: 0, irrigation: 0 };
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const profile = fc
  .array(fc.record({ toM: between(0.01, 1.5), dry: between(0, 1) }), { maxLength: 5 })
  .map((layers): Subsoil => layers.sort((a: DryLayer, b: DryLayer) => a.toM - b.toM));
const day = fc.record({
  eto: between(0, 12),
  rain: fc.oneof(fc.constant(0), between(0, 150)),
  irrigation: fc.oneof(fc.constant(0), between(0, 60)),
});

describe("the soil below the roots", () => {
  it("gives dry soil no water while roots grow into it", () => {
    const rows = runSeason(maize, stateIn(maize, uniformSubsoil(40)), Array(45).fill(DRY));
    rows.reduce((before, row) => {
      expect(row.storagePct).toBeLessThanOrEqual(Math.max(before, 40) + 1e-9);
      expect(row.taw - row.dr + row.subsoilTaw - row.subsoilDr).toBeLessThanOrEqual(0.4 * 140 + 1e-9);
      return row.storagePct;
    }, 40);
    // Roots in soil at 40 % raise an emptied root zone, but never to more than 40 %.
    expect(Math.max(...rows.map(({ storagePct }) => storagePct))).toBeLessThan(40);
  });

  it("starts late roots at the storage that was measured", () => {
    const state = { ...stateIn(maize, uniformSubsoil(40)), day: 30 };
    const [row] = runSeason(maize, state, [{ ...DRY, eto: 0 }]);
    expect(row?.rootCm).toBeGreaterThan(30);
    expect(row?.storagePct).toBeCloseTo(40);
  });

  it("conserves water in root zone and subsoil, for any soil, season and start", () => {
    const seasons = fc.record({
      settings: fc.constantFrom<SeasonSettings>(
        maize,
        { ...maize, soil: layered },
        { ...maize, wetting: "dawn" },
        { ...maize, roots: { ini: 0.6, max: 0.6 } },
        {
          ...maize,
          soil: layered,
          kc: { ini: 0.15, mid: 1.1, end: 0.5 },
          dual: { layer: evaporationLayer(layered), height: { ini: 0.05, max: 2 } },
        },
      ),
      start: profile,
      days: fc.array(day, { minLength: 1, maxLength: 130 }),
    });
    fc.assert(
      fc.property(seasons, ({ settings, start, days }) => {
        const { ini, max } = settings.roots;
        let [dr, below] = [
          deficitBetween(settings.soil, start, 0, ini),
          deficitBetween(settings.soil, start, ini, max),
        ];
        for (const row of runSeason(settings, stateIn(settings, start), days)) {
          const gained = row.rainEff + row.irrNet - row.etcAdj - row.dp;
          expect(Math.abs(dr + below - gained - (row.dr + row.subsoilDr))).toBeLessThan(1e-6);
          expect(Math.abs(below - row.rootsDr - row.toSubsoil - row.subsoilDr)).toBeLessThan(1e-6);
          expect(row.subsoilDr).toBeGreaterThanOrEqual(-1e-9);
          expect(row.subsoilDr).toBeLessThanOrEqual(row.subsoilTaw + 1e-9);
          expect(row.dr).toBeLessThanOrEqual(row.taw + 1e-9);
          if (row.dp > 0) expect(row.subsoilDr).toBeLessThan(1e-6);
          [dr, below] = [row.dr, row.subsoilDr];
        }
      }),
    );
  });

  it("takes the water of any rain, from the top down", () => {
    fc.assert(
      fc.property(profile, between(0, 1), between(0, 400), between(0, 1.5), (soil, fromM, mm, deepM) => {
        for (const layers of [uniform, layered]) {
          const wetter = refilled(layers, soil, fromM, mm);
          const [dry, wet] = [soil, wetter].map((one) => deficitBetween(layers, one, fromM, 2));
          expect((dry ?? 0) - (wet ?? 0)).toBeCloseTo(Math.min(mm, dry ?? 0), 6);
          if (deepM > fromM) {
            const above = deficitBetween(layers, soil, fromM, deepM);
            expect(deficitBetween(layers, wetter, fromM, deepM)).toBeCloseTo(Math.max(0, above - mm), 6);
          }
        }
      }),
    );
  });

  it("stores the excess of an irrigation until it is at field capacity", () => {
    const wet = [80, 20].map((irrigation) => ({ eto: 0, rain: 0, irrigation }));
    const rows = runSeason(maize, stateIn(maize, uniformSubsoil(30)), wet);
    // 98 mm are missing in 100 cm; all but the roots' 14.7 mm below them.
    expect(rows[0]).toMatchObject({ dr: 0, dp: 0 });
    expect(rows[0]?.toSubsoil).toBeCloseTo(80 - 14.7);
    expect(rows[1]?.toSubsoil).toBeCloseTo(98 - 80);
    expect(rows[1]?.dp).toBeCloseTo(2);
  });

  it("hands the next crop the profile that the last one left, at any root depth", () => {
    const soil = wholeSoil(uniform, { rootM: 0.6, dr: 42, subsoil: [{ toM: 1, dry: 0.1 }] });
    const next = stateIn({ ...maize, roots: { ini: 0.2, max: 0.8 } }, soil);
    expect(next.dr).toBeCloseTo(14);
    expect(deficitBetween(uniform, next.subsoil ?? [], 0.2, 0.8)).toBeCloseTo(28 + 2.8);
    const deeper = stateIn({ ...maize, roots: { ini: 0.8, max: 1.2 } }, soil);
    expect(deeper.dr).toBeCloseTo(42 + 2.8);
    expect(totalAvailableWater(uniform, 1.2) - totalAvailableWater(uniform, 0.8)).toBeCloseTo(56);
    expect(deficitBetween(uniform, deeper.subsoil ?? [], 0.8, 1.2)).toBeCloseTo(2.8);
  });
});
