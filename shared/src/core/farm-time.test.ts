import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FarmTimezone } from "../records/farm.ts";
import {
  addDays,
  daysBetween,
  farmClock,
  farmDay,
  farmDayRange,
  farmDays,
  farmMoment,
  isFarmDay,
  startOfFarmDay,
  zoneOffset,
} from "./farm-time.ts";
import { DAY_MS, HOUR_MS } from "./time.ts";

const at = (iso: string) => Date.parse(iso);
const iso = (moment: number) => new Date(moment).toISOString();

describe("a farm's day", () => {
  it.each([
    ["America/Sao_Paulo", "2026-05-14T02:59:59.999Z", "2026-05-13"],
    ["America/Sao_Paulo", "2026-05-14T03:00:00Z", "2026-05-14"],
    ["America/Cuiaba", "2026-05-14T03:59:59.999Z", "2026-05-13"],
    ["America/Cuiaba", "2026-05-14T04:00:00Z", "2026-05-14"],
    ["America/Manaus", "2026-01-01T03:30:00Z", "2025-12-31"],
    ["America/Rio_Branco", "2026-05-14T04:59:00Z", "2026-05-13"],
    ["America/Noronha", "2026-05-14T02:00:00Z", "2026-05-14"],
  ])("in %s at %s is %s", (zone, moment, day) => {
    expect(farmDay(at(moment), zone)).toBe(day);
  });

  it.each([
    ["America/Sao_Paulo", "2026-05-14T03:00:00.000Z"],
    ["America/Cuiaba", "2026-05-14T04:00:00.000Z"],
    ["America/Manaus", "2026-05-14T04:00:00.000Z"],
  ])("starts in %s at %s", (zone, start) => {
    expect(iso(startOfFarmDay("2026-05-14", zone))).toBe(start);
  });

  it("follows daylight saving in the years that had it", () => {
    const zone = "America/Sao_Paulo";
    // 4 November 2018: from 00:00 straight to 01:00. 17 February 2019: 00:00 back to 23:00 of the 16th.
    expect(iso(startOfFarmDay("2018-11-04", zone))).toBe("2018-11-04T03:00:00.000Z");
    expect(iso(startOfFarmDay("2019-02-17", zone))).toBe("2019-02-17T03:00:00.000Z");
    const hoursOf = (day: string) => {
      const { from, to } = farmDayRange(day, day, zone);
      return (to - from) / HOUR_MS;
    };
    expect(["2018-11-03", "2018-11-04", "2019-02-16", "2019-02-17"].map(hoursOf)).toEqual([24, 23, 25, 24]);
  });

  it("assigns each moment to exactly one day, in every zone of Brazil", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FarmTimezone.options),
        fc.integer({ min: at("2010-01-01T00:00:00Z"), max: at("2040-01-01T00:00:00Z") }),
        (zone, moment) => {
          const day = farmDay(moment, zone);
          const { from, to } = farmDayRange(day, day, zone);
          expect(from).toBeLessThanOrEqual(moment);
          expect(moment).toBeLessThan(to);
          expect(farmDay(from, zone)).toBe(day);
          expect(farmDay(from - 1, zone)).toBe(addDays(day, -1));
        },
      ),
    );
  });

  it("rejects invalid days and zones", () => {
    expect(() => startOfFarmDay("14/05/2026", "America/Sao_Paulo")).toThrow(RangeError);
    expect(() => addDays("2026-02-30", 1)).toThrow(RangeError);
    expect(() => farmDay(0, "America/Atlantis")).toThrow(RangeError);
    expect(["2026-02-28", "2024-02-29", "2026-02-29", "2026-13-01", "", "2026-5-1"].map(isFarmDay)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("arithmetic of days", () => {
  it("crosses months, years and leap days", () => {
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    expect(daysBetween("2026-02-28", "2026-03-01")).toBe(1);
    expect(daysBetween("2026-03-01", "2026-02-28")).toBe(-1);
    expect(farmDays("2026-12-30", "2027-01-02")).toEqual(["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"]);
    expect(farmDays("2026-12-30", "2026-12-29")).toEqual([]);
  });

  it("gives the same days when it has forgotten those it remembered", () => {
    const days = Array.from({ length: 25_000 }, (_, index) => iso(at("1970-01-01T00:00:00Z") + index * DAY_MS));
    for (const _round of [1, 2]) {
      expect(days.map((day, index) => addDays("1970-01-01", index) === day.slice(0, 10))).not.toContain(false);
      expect(days.map((day, index) => daysBetween("1970-01-01", day.slice(0, 10)) === index)).not.toContain(false);
    }
    expect(() => addDays("2026-02-30", 0)).toThrow(RangeError);
    expect(() => farmDay(Number.NaN, "America/Sao_Paulo")).toThrow(RangeError);
  });

  it("lists whole days, the last one included", () => {
    const { from, to } = farmDayRange("2026-05-01", "2026-05-07", "America/Cuiaba");
    expect([iso(from), iso(to)]).toEqual(["2026-05-01T04:00:00.000Z", "2026-05-08T04:00:00.000Z"]);
  });
});

describe("the farm's clock", () => {
  it("gives the local time of the farm", () => {
    expect(iso(farmClock(at("2026-05-14T10:10:00Z"), "America/Sao_Paulo"))).toBe("2026-05-14T07:10:00.000Z");
    expect(zoneOffset(at("2026-05-14T10:10:00Z"), "America/Manaus")).toBe(-4 * HOUR_MS);
    expect(zoneOffset(at("2018-12-14T10:10:00.250Z"), "America/Cuiaba")).toBe(-3 * HOUR_MS);
  });

  it("gives the moment of a day and a time", () => {
    expect(iso(farmMoment("2026-05-14", "21:30", "America/Sao_Paulo"))).toBe("2026-05-15T00:30:00.000Z");
    expect(iso(farmMoment("2026-05-14", "07:00", "America/Manaus"))).toBe("2026-05-14T11:00:00.000Z");
    expect(iso(farmMoment("2018-11-04", "07:00", "America/Sao_Paulo"))).toBe("2018-11-04T09:00:00.000Z");
    expect(iso(farmMoment("2018-11-04", "00:30", "America/Sao_Paulo"))).toBe("2018-11-04T03:30:00.000Z");
  });
});
