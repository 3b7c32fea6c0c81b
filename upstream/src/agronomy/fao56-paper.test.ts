import { describe, expect, it } from "vitest";
import { pressureAt, saturationVapourPressure } from "./atmosphere.ts";
import { dailyEto } from "./eto.ts";
import { hourlyEto } from "./eto-hour.ts";
import { daylightHours, decimalDegrees } from "./extraterrestrial.ts";
import { PSYCHROMETER, vapourPressureFromPsychrometer } from "./humidity.ts";
import { climateAdjustedKc } from "./kc-climate.ts";
import { kcIniBetweenWettings, kcIniPartlyWetted, kcIniTimeAveraged, wettedDepth } from "./kc-initial.ts";

// Worked examples that the reference file leaves out, with the numbers printed in FAO-56.
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

  it("Example 19: two hours at N'Diaye in October", () => {
    const clock = {
      latitudeDeg: decimalDegrees(16, 13, "N"),
      longitudeDeg: decimalDegrees(16, 15, "W"),
      zoneMeridianDeg: -15,
      dayOfYear: 274,
    };
    const night = {
      clock: { ...clock, midHour: 2.5 },
      altitudeM: 8,
      temperature: 28,
      rh: 90,
      wind2m: 1.9,
      rad: 0,
      eveningRsRatio: 0.8,
    };
    const day = { clock: { ...clock, midHour: 14.5 }, altitudeM: 8, temperature: 38, rh: 52, wind2m: 3.3, rad: 2.45 };
    expect(hourlyEto(night).terms.ra).toBe(0);
    expect(hourlyEto(night).eto).toBeCloseTo(0, 2);
    expect(hourlyEto(day).terms.ra).toBeCloseTo(3.543, 2);
    expect(hourlyEto(day).rsRatio).toBeCloseTo(0.922, 2);
    expect(hourlyEto(day).terms.rn).toBeCloseTo(1.749, 2);
    expect(hourlyEto(day).eto).toBeCloseTo(0.63, 2);
  });

  it("Example 27: maize in an arid, windy place needs more", () => {
    expect(climateAdjustedKc(1.2, 2.1, 20, 2)).toBeCloseTo(1.29, 2);
    expect(climateAdjustedKc(0.35, 4, 20, 1)).toBe(0.35);
  });

  it("Eq. 59 to 61 and Annex 7: initial coefficients", () => {
    expect(kcIniBetweenWettings(0.35, 0.55, 25)).toBeCloseTo(0.45);
    expect(kcIniPartlyWetted(0.8, 0.4)).toBeCloseTo(0.32);
    expect(wettedDepth(12, 0.4)).toBeCloseTo(30);
    const often = kcIniTimeAveraged({ intervalDays: 2, wettingMm: 20, eto: 5, rew: 8, tew: 20 });
    const seldom = kcIniTimeAveraged({ intervalDays: 12, wettingMm: 20, eto: 5, rew: 8, tew: 20 });
    expect(kcIniTimeAveraged({ intervalDays: 1, wettingMm: 20, eto: 5, rew: 8, tew: 20 })).toBe(1.15);
    expect(often).toBeGreaterThan(seldom);
  });
});
