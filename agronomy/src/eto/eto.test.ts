import { describe, expect, it } from "vitest";
import { dewPoint, growingDegreeDays, sprayQuality, vapourPressureDeficit } from "./air.ts";
import { deltaT, wetBulbTemperature } from "./delta-t.ts";
import { dailyEto } from "./eto.ts";
import { daylightHours, extraterrestrialRadiation, extraterrestrialRadiationOfPeriod } from "./extraterrestrial.ts";
import { hargreaves } from "./penman-monteith.ts";

const site = { latitudeDeg: -15.6, altitudeM: 180, windHeightM: 10 };
const full = { dayOfYear: 20, tMax: 33, tMin: 23, rhMax: 95, rhMin: 50, rad: 21, wind: 2.5 };

describe("daily ET0", () => {
  it("reports which inputs were measured", () => {
    const result = dailyEto(site, full);
    expect(result).toMatchObject({
      method: "pm",
      estimated: [],
      humiditySource: "rhMaxMin",
      radiationSource: "measured",
    });
    expect(result.measured).toEqual(["temperature", "humidity", "radiation", "wind"]);
    expect(result.eto).toBeGreaterThan(3);
    expect(result.eto).toBeLessThan(7);
  });

  it.each([
    ["wind", { wind: undefined }],
    ["radiation", { rad: undefined }],
    ["humidity", { rhMax: undefined, rhMin: undefined }],
  ])("estimates %s where it is missing and says so", (name, gap) => {
    const result = dailyEto(site, { ...full, ...gap });
    expect(result.method).toBe("pm_estimated");
    expect(result.estimated).toEqual([name]);
    expect(Math.abs(result.eto - dailyEto(site, full).eto)).toBeLessThan(2);
  });

  it("falls back to Hargreaves with temperature alone, and names the method", () => {
    const bare = { dayOfYear: 20, tMax: 33, tMin: 23 };
    const result = dailyEto(site, bare);
    expect(result.method).toBe("hargreaves");
    expect(result.eto).toBe(hargreaves(33, 23, extraterrestrialRadiation(-15.6, 20)));
    expect(dailyEto(site, bare, { temperatureOnly: "pm_estimated" }).method).toBe("pm_estimated");
  });

  it("uses the best available humidity", () => {
    expect(dailyEto(site, { ...full, tDew: 20 }).humiditySource).toBe("dewPoint");
    expect(dailyEto(site, { ...full, ea: 2.3, tDew: 20 }).humiditySource).toBe("vapourPressure");
    expect(dailyEto(site, { ...full, rhMin: undefined }).humiditySource).toBe("rhMax");
    expect(dailyEto(site, { ...full, rhMax: undefined, rhMin: undefined, rhMean: 70 }).humiditySource).toBe("rhMean");
  });

  it("limits the radiation estimated from temperature to that of a clear sky", () => {
    const { terms } = dailyEto({ latitudeDeg: 0, altitudeM: 0 }, { dayOfYear: 80, tMax: 45, tMin: 5, wind: 2 });
    expect(terms.rs).toBeLessThanOrEqual(terms.rso);
  });

  it("handles the polar night and the midnight sun", () => {
    expect(daylightHours(80, 355)).toBe(0);
    expect(daylightHours(80, 172)).toBe(24);
    expect(Number.isFinite(dailyEto({ latitudeDeg: 80, altitudeM: 0 }, { ...full, dayOfYear: 355, rad: 0 }).eto)).toBe(
      true,
    );
  });
});

it("sums the hours of a day to the day's extraterrestrial radiation", () => {
  const clock = { latitudeDeg: -20, longitudeDeg: -47, zoneMeridianDeg: -45, dayOfYear: 246 };
  const hours = Array.from({ length: 24 }, (_, hour) =>
    extraterrestrialRadiationOfPeriod({ ...clock, midHour: hour + 0.5 }),
  );
  expect(hours.reduce((sum, ra) => sum + ra, 0)).toBeCloseTo(extraterrestrialRadiation(-20, 246), 6);
});

describe("measures of the air", () => {
  it("finds wet bulb, Delta T and dew point", () => {
    expect(wetBulbTemperature(20, 100)).toBeCloseTo(20, 4);
    // The psychrometric chart at sea level: 30 °C and 50 % have a wet bulb of 22 °C.
    expect(wetBulbTemperature(30, 50)).toBeCloseTo(22, 0);
    expect(deltaT(30, 50)).toBeCloseTo(8, 0);
    expect(dewPoint(25, 100)).toBeCloseTo(25, 6);
    expect(dewPoint(30, 50)).toBeCloseTo(18.4, 1);
    expect(vapourPressureDeficit(25, 60)).toBeCloseTo(1.267, 2);
  });

  it.each([
    [1, "avoid"],
    [5, "good"],
    [9, "attention"],
    [11, "avoid"],
  ] as const)("judges spraying at Delta T %s as %s", (value, quality) => {
    expect(sprayQuality(value)).toBe(quality);
  });

  it("counts degree days above the base and below the upper limit", () => {
    expect(growingDegreeDays(30, 16, 10)).toBe(13);
    expect(growingDegreeDays(30, 4, 10)).toBe(10);
    expect(growingDegreeDays(40, 20, 10, 30)).toBe(15);
    expect(growingDegreeDays(8, 2, 10)).toBe(0);
  });
});
