import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stageEnds } from "../crop/kc-curve.ts";
import { evaporationLayer } from "../soil/evaporation-layer.ts";
import { totalAvailableWater, uniformSoil } from "../soil/soil-water.ts";
import { balanceDay, initialState, runSeason } from "./balance.ts";
import type { DayInput, SeasonSettings } from "./season.ts";

const soil = uniformSoil(0.32, 0.12);
const single: SeasonSettings = {
  days: [20, 30, 40, 20],
  kc: { ini: 0.35, mid: 1.15, end: 0.6 },
  roots: { ini: 0.2, max: 1 },
  p: 0.55,
  soil,
};
const dual: SeasonSettings = {
  ...single,
  kc: { ini: 0.15, mid: 1.1, end: 0.5 },
  dual: { layer: evaporationLayer(soil), height: { ini: 0.05, max: 1.2 } },
};
/** A day's ET can exceed the water in this soil. */
const shallow: SeasonSettings = { ...dual, roots: { ini: 0.05, max: 0.15 }, pConstant: true };

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Days of a climate: water on about one of `dryness` days, so that some seasons reach the wilting point. */
const dayOf = (dryness: number): fc.Arbitrary<DayInput> => {
  const amount = (max: number) =>
    fc.oneof({ arbitrary: fc.constant(0), weight: dryness }, { arbitrary: between(0, max), weight: 1 });
  return fc
    .record(
      {
        eto: between(0, 15),
        rain: amount(120),
        irrigation: amount(60),
        fw: between(0.1, 1),
        u2: between(0, 10),
        rhMin: between(5, 100),
        runoffShare: between(0, 1),
        capillaryRise: amount(5),
      },
      { requiredKeys: ["eto", "rain", "irrigation"] },
    )
    .map(({ runoffShare, ...day }) => ({ ...day, ...(runoffShare && { runoff: runoffShare * day.rain }) }));
};
const season = fc.record({
  settings: fc.constantFrom<SeasonSettings>(
    single,
    dual,
    { ...single, wetting: "dawn" },
    { ...dual, wetting: "dawn" },
    { ...dual, curveNumber2: 85 },
    shallow,
  ),
  // TAW at planting is 40 mm: a start may lie above field capacity or below the wilting point.
  dr: between(-10, 60),
  days: fc.constantFrom(1, 8, 60).chain((dryness) => fc.array(dayOf(dryness), { minLength: 1, maxLength: 130 })),
});

describe("water balance", () => {
  it("closes every day, with Dr within 0..TAW, Ks within 0..1, and growing roots", () => {
    fc.assert(
      fc.property(season, ({ settings, dr, days }) => {
        let before = dr;
        let root = 0;
        for (const row of runSeason(settings, initialState(settings, dr), days)) {
          const expected =
            before - row.rainEff + row.runoff - row.irrNet - row.capillaryRise + row.etcAdj + row.dp + row.adjustment;
          expect(Math.abs(row.dr - expected)).toBeLessThan(1e-9);
          // Only a start below the wilting point needs a correction to close.
          if (before <= row.taw) expect(Math.abs(row.adjustment)).toBeLessThan(1e-9);
          expect(row.runoff).toBeLessThanOrEqual(row.rainEff);
          expect(row.unmet).toBeGreaterThanOrEqual(0);
          expect(row.dr).toBeGreaterThanOrEqual(0);
          expect(row.dr).toBeLessThanOrEqual(row.taw);
          expect(row.ks).toBeGreaterThanOrEqual(0);
          expect(row.ks).toBeLessThanOrEqual(1);
          expect(row.etcAdj).toBeLessThanOrEqual(row.etc + 1e-9);
          expect(row.dp).toBeGreaterThanOrEqual(0);
          expect(row.rootCm).toBeGreaterThanOrEqual(root);
          expect(row.ke).toBeGreaterThanOrEqual(0);
          before = row.dr;
          root = row.rootCm;
        }
      }),
    );
  });

  it("gives no greater depletion for more rain (single Kc: more rain means more transpiration)", () => {
    fc.assert(
      fc.property(season, fc.nat(129), fc.double({ min: 0, max: 50, noNaN: true }), ({ dr, days }, at, more) => {
        const wetter = days.map((input, index) => (index === at ? { ...input, rain: input.rain + more } : input));
        const [less, rainy] = [days, wetter].map(
          (inputs) => runSeason(single, initialState(single, dr), inputs).at(-1)?.dr ?? 0,
        );
        expect(rainy).toBeLessThanOrEqual((less ?? 0) + 1e-9);
      }),
    );
  });

  it("recomputes the days after an edited irrigation, and none before it", () => {
    const days = Array.from({ length: 60 }, (): DayInput => ({ eto: 6, rain: 0, irrigation: 0 }));
    const edited = days.map((input, index) => (index === 49 ? { ...input, irrigation: 12 } : input));
    const [before, after] = [days, edited].map((inputs) => runSeason(single, initialState(single, 5), inputs));
    expect(after?.slice(0, 49)).toEqual(before?.slice(0, 49));
    for (let index = 49; index < 60; index += 1) expect(after?.[index]?.dr).toBeLessThan(before?.[index]?.dr ?? 0);
  });

  it("takes at most the water of a shallow soil, and reports the unmet demand", () => {
    const { row } = balanceDay(shallow, initialState(shallow, 5, 0), { eto: 15, rain: 0, irrigation: 0 });
    expect(row).toMatchObject({ ks: 1, dr: row.taw, etcAdj: row.taw - 5, adjustment: 0 });
    expect(row.unmet).toBeCloseTo(row.etc - row.etcAdj);
  });

  it.each([
    [-5, 0],
    [500, 40],
  ])("keeps a depletion of %s mm set by hand within the soil's %s mm", (adjustedDr, kept) => {
    const { row } = balanceDay(single, initialState(single, 10), { eto: 5, rain: 0, irrigation: 0, adjustedDr });
    expect(row.dr).toBeCloseTo(kept);
  });

  it.each([
    [2.9, 0.4],
    [3, 1],
  ])("wets after %s mm of rain the fraction %s of a surface irrigated in strips", (rain, fw) => {
    const state = { ...initialState(dual, 10), fw: 0.4 };
    expect(balanceDay(dual, state, { eto: 5, rain, irrigation: 0 }).row.fw).toBe(fw);
  });

  it("limits first-stage evaporation to the water of a thin layer", () => {
    expect(evaporationLayer(soil, 0.02, 9)).toEqual({ tew: 5.2, rew: 5.2 });
  });

  it("accepts a depletion set by hand, and reports it as an adjustment", () => {
    const { row, next } = balanceDay(single, initialState(single, 10), {
      eto: 5,
      rain: 0,
      irrigation: 0,
      adjustedDr: 3,
    });
    expect(row.dr).toBe(3);
    expect(row.adjustment).toBeCloseTo(3 - (10 + row.etcAdj));
    expect(next.dr).toBe(3);
  });

  it("lets water arrive and drain before ET in the order of Example 38", () => {
    const input = { eto: 6, rain: 0, irrigation: 40 };
    const dawn = balanceDay({ ...single, wetting: "dawn" }, initialState(single, 30), input).row;
    const dusk = balanceDay(single, initialState(single, 30), input).row;
    expect(dawn).toMatchObject({ ks: 1, dp: 10 });
    expect(dawn.dr).toBeCloseTo(dawn.etc);
    expect(dusk.ks).toBeLessThan(1);
    expect(dusk.dp).toBeCloseTo(10 - dusk.etcAdj);
    expect(dusk.dr).toBe(0);
  });

  it("evaporates from a surface wetted this morning only in the dawn order", () => {
    const input = { eto: 6, rain: 0, irrigation: 20, fw: 1 };
    expect(balanceDay(dual, initialState(dual, 10), input).row.ke).toBe(0);
    expect(balanceDay({ ...dual, wetting: "dawn" }, initialState(dual, 10), input).row.ke).toBeGreaterThan(0.9);
  });

  it("uses the soil's layers as the roots reach them", () => {
    const layers = [
      { depthM: 0.3, fc: 0.3, wp: 0.1 },
      { depthM: 0.6, fc: 0.2, wp: 0.1 },
    ];
    expect(totalAvailableWater(layers, 0.2)).toBeCloseTo(40);
    expect(totalAvailableWater(layers, 0.5)).toBeCloseTo(80);
    expect(totalAvailableWater(layers, 1)).toBeCloseTo(130);
  });

  it("keeps runoff out of the root zone and the surface layer", () => {
    const input = { eto: 0, rain: 12, irrigation: 0, runoff: 5 };
    const { row } = balanceDay(dual, initialState(dual, 30, 20), input);
    expect(row).toMatchObject({ rainEff: 12, runoff: 5, dr: 30 - 7, de: 20 - 7, dp: 0 });
  });

  it("lets ground water rise up to field capacity and no further", () => {
    const input = { eto: 1, rain: 0, irrigation: 0, capillaryRise: 30 };
    const { row } = balanceDay(single, initialState(single, 10), input);
    expect(row.dr).toBe(0);
    expect(row.capillaryRise).toBeCloseTo(10 + row.etcAdj);
  });

  it("marks the ends of the stages on the curve", () => {
    expect(stageEnds(single.days)).toEqual([20, 50, 90, 110]);
  });

  it("grows a crop of equal plateaus by its days", () => {
    const pasture: SeasonSettings = { ...single, kc: { ini: 1, mid: 1, end: 1 } };
    const rows = runSeason(
      pasture,
      initialState(pasture, 0),
      Array.from({ length: 60 }, () => ({ eto: 4, rain: 4, irrigation: 0 })),
    );
    expect(rows[20]?.rootCm).toBeCloseTo(20);
    expect(rows[35]?.rootCm).toBeCloseTo(60);
    expect(rows[55]?.rootCm).toBeCloseTo(100);
  });

  it("computes forty sectors of 200 days at once", () => {
    const days = Array.from(
      { length: 200 },
      (_, index): DayInput => ({ eto: 5, rain: index % 9 === 0 ? 12 : 0, irrigation: index % 5 === 0 ? 15 : 0 }),
    );
    const begin = performance.now();
    for (let sector = 0; sector < 40; sector += 1) runSeason(dual, initialState(dual, 10), days);
    // The limit leaves a wide margin for a busy machine.
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});
