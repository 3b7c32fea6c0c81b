import { describe, expect, it } from "vitest";
import { climateAdjustedKc, kcMax } from "../crop/kc-climate.ts";
import { kcThroughCuttings } from "../crop/kc-curve.ts";
import { kcIniBetweenWettings, kcIniTimeAveraged, wettedDepth } from "../crop/kc-initial.ts";
import { saturationVapourPressure } from "../eto/air.ts";
import { meanSaturationVapourPressure, pressureAt } from "../eto/atmosphere.ts";
import { dailyEto } from "../eto/eto.ts";
import { daylightHours, decimalDegrees, extraterrestrialRadiationOfPeriod } from "../eto/extraterrestrial.ts";
import { PSYCHROMETER, vapourPressureFromPsychrometer, vapourPressureFromRhMaxMin } from "../eto/humidity.ts";
import { classAPanDryFetch, classAPanGreenFetch, etoFromPan } from "../eto/pan-evaporation.ts";
import { netShortwave } from "../eto/radiation.ts";
import {
  canopyCover,
  evaporationCoefficient,
  evaporationReduction,
  exposedWettedFraction,
} from "../soil/evaporation.ts";
import { evaporationLayer } from "../soil/evaporation-layer.ts";
import { relativeYield, uniformSoil } from "../soil/soil-water.ts";

// Worked examples that are not in the reference file, with the numbers printed in FAO-56.
describe("further examples of FAO-56", () => {
  it("Example 4: vapour pressure from a psychrometer at 1200 m", () => {
    const coefficient = PSYCHROMETER.ventilated * pressureAt(1200);
    expect(saturationVapourPressure(19.5)).toBeCloseTo(2.267, 3);
    expect(vapourPressureFromPsychrometer(25.6, 19.5, coefficient)).toBeCloseTo(1.91, 2);
  });

  it("Example 9: daylight on 3 September at 20° S", () => {
    expect(daylightHours(-20, 246)).toBeCloseTo(11.7, 1);
  });

  it("Example 18: a day in July in Brussels", () => {
    const weather = {
      dayOfYear: 187,
      tMax: 21.5,
      tMin: 12.3,
      rhMax: 84,
      rhMin: 63,
      wind: 10 / 3.6,
      sunshineHours: 9.25,
    };
    const { eto, method, terms } = dailyEto({ latitudeDeg: 50.8, altitudeM: 100, windHeightM: 10 }, weather);
    expect(terms.p).toBeCloseTo(100.1, 1);
    expect(terms.delta).toBeCloseTo(0.122, 3);
    expect(terms.ea).toBeCloseTo(1.409, 3);
    expect(terms.u2).toBeCloseTo(2.078, 2);
    expect(terms.ra).toBeCloseTo(41.09, 1);
    expect(terms.rs).toBeCloseTo(22.07, 1);
    expect(terms.rnl).toBeCloseTo(3.71, 1);
    expect(terms.rn).toBeCloseTo(13.28, 1);
    expect(eto).toBeCloseTo(3.88, 2);
    expect(method).toBe("pm");
  });

  it("Example 19: extraterrestrial radiation of two hours at N'Diaye in October", () => {
    const clock = {
      latitudeDeg: decimalDegrees(16, 13, "N"),
      longitudeDeg: decimalDegrees(16, 15, "W"),
      zoneMeridianDeg: -15,
      dayOfYear: 274,
    };
    expect(extraterrestrialRadiationOfPeriod({ ...clock, midHour: 2.5 })).toBe(0);
    expect(extraterrestrialRadiationOfPeriod({ ...clock, midHour: 14.5 })).toBeCloseTo(3.543, 2);
  });

  it("Example 27: maize in an arid, windy place needs more", () => {
    expect(climateAdjustedKc(1.2, 2.1, 20, 2)).toBeCloseTo(1.29, 2);
    expect(climateAdjustedKc(0.35, 4, 20, 1)).toBe(0.35);
  });

  it("Example 6: vapour pressure deficit of Example 5", () => {
    const es = meanSaturationVapourPressure(25, 18);
    expect(es).toBeCloseTo(2.616, 2);
    expect(es - vapourPressureFromRhMaxMin(25, 18, 82, 54)).toBeCloseTo(0.91, 2);
  });

  it("Example 12: net radiation at Rio de Janeiro in May", () => {
    // Rs of Example 10 and Rnl of Example 11, unrounded.
    expect(netShortwave(14.456)).toBeCloseTo(11.1, 1);
    expect(netShortwave(14.456) - 3.509).toBeCloseTo(7.6, 1);
  });

  it("Table 7: pan coefficients for the pan of Example 21, 1000 m of green fetch", () => {
    expect(classAPanGreenFetch({ wind2m: 1.9, rhMean: 73, fetchM: 1000 })).toBeCloseTo(0.83, 2);
    expect(classAPanDryFetch({ wind2m: 1.9, rhMean: 73, fetchM: 1000 })).toBeCloseTo(0.61, 2);
    expect(etoFromPan(7.9, 0.85)).toBeCloseTo(6.7, 1);
  });

  it("Eq. 66 for a crop that is cut: each cycle starts again", () => {
    const first = { days: [10, 20, 20, 10], kc: { ini: 0.4, mid: 1.15, end: 1.1 } } as const;
    const later = { days: [5, 10, 10, 5], kc: { ini: 0.4, mid: 1.15, end: 1.1 } } as const;
    const cycles = [first, later, later];
    expect(kcThroughCuttings(40, cycles)).toBe(1.15);
    expect(kcThroughCuttings(60, cycles)).toBeCloseTo(1.1);
    expect(kcThroughCuttings(61, cycles)).toBe(0.4);
    expect(kcThroughCuttings(61 + 30, cycles)).toBe(0.4);
    expect(kcThroughCuttings(500, cycles)).toBe(1.1);
  });

  it("Chapter 7: evaporable water, cover and Ke of a partly wetted surface", () => {
    // Sandy loam of Table 19: θFC 0.23, θWP 0.10, Ze 0.10 m.
    const layer = evaporationLayer(uniformSoil(0.23, 0.1), 0.1, 8);
    expect(layer.tew).toBeCloseTo(18);
    expect(evaporationReduction(8, layer)).toBe(1);
    expect(evaporationReduction(13, layer)).toBeCloseTo(0.5);
    expect(evaporationReduction(18, layer)).toBe(0);
    const ceiling = kcMax(0.3, 1.6, 35, 0.3);
    expect(ceiling).toBeCloseTo(1.21, 2);
    const cover = canopyCover(0.3, 0.15, ceiling, 0.3);
    expect(cover).toBeGreaterThan(0.08);
    const few = exposedWettedFraction(cover, 0.4);
    expect(few).toBe(0.4);
    expect(evaporationCoefficient(1, ceiling, 0.3, few)).toBeCloseTo(0.4 * ceiling);
  });

  it("Eq. 90: yield falls with evapotranspiration", () => {
    expect(relativeYield(1.05, 400, 500)).toBeCloseTo(0.79);
  });

  it("Eq. 59, 61 and Annex 7: initial coefficients", () => {
    expect(kcIniBetweenWettings(0.35, 0.55, 25)).toBeCloseTo(0.45);
    expect(wettedDepth(12, 0.4)).toBeCloseTo(30);
    const often = kcIniTimeAveraged({ intervalDays: 2, wettingMm: 20, eto: 5, rew: 8, tew: 20 });
    const seldom = kcIniTimeAveraged({ intervalDays: 12, wettingMm: 20, eto: 5, rew: 8, tew: 20 });
    expect(kcIniTimeAveraged({ intervalDays: 1, wettingMm: 20, eto: 5, rew: 8, tew: 20 })).toBe(1.15);
    expect(often).toBeGreaterThan(seldom);
  });
});
