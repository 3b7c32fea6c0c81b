import { DAY_MINUTES } from "@lamina/shared/core/time";
import { overlap, type Timed } from "@lamina/shared/records/config";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { timeOf, weekOf, windowsOf } from "./week.ts";

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const WORKDAYS = [1, 2, 3, 4, 5];
const night = { days: EVERY_DAY, from: "21:30", to: "06:00", kind: "reserved" };
const peak = { days: WORKDAYS, from: "18:00", to: "21:00", kind: "peak" };
const rest = { days: EVERY_DAY, from: "00:00", to: "00:00", kind: "offpeak" };
const sameKind = (one: { kind: string }, other: { kind: string }) => one.kind === other.kind;
const at = (day: number, hour: number) => day * DAY_MINUTES + hour * 60;

it("puts windows on the week: across midnight, on some days, a whole day; the first overlapping one wins", () => {
  const week = weekOf([night, peak, rest]);
  expect(week[at(1, 3)]?.kind).toBe("reserved");
  expect(week[at(1, 12)]?.kind).toBe("offpeak");
  expect(week[at(1, 19)]?.kind).toBe("peak");
  expect(week[at(0, 19)]?.kind).toBe("offpeak");
  expect(week[at(6, 21.5)]?.kind).toBe("reserved");
  expect(week[at(6, 21.5) - 1]?.kind).toBe("offpeak");
});

it("assigns hours after midnight to the day on which the window began, and keeps gaps", () => {
  const week = weekOf([{ days: [6], from: "22:00", to: "02:00" }]);
  expect(week[at(6, 23)]).not.toBeNull();
  expect(week[at(0, 1)]).not.toBeNull();
  expect(week[at(6, 1)]).toBeNull();
  expect(week[at(5, 23)]).toBeNull();
});

it("converts a painted week to the fewest windows, whole across midnight and without overlaps", () => {
  const windows = windowsOf(weekOf([night, peak, rest]), sameKind);
  expect(windows).toHaveLength(5);
  expect(windows).toContainEqual(night);
  expect(windows).toContainEqual(peak);
  expect(windows).toContainEqual({ days: WORKDAYS, from: "06:00", to: "18:00", kind: "offpeak" });
  expect(windows).toContainEqual({ days: WORKDAYS, from: "21:00", to: "21:30", kind: "offpeak" });
  expect(windows).toContainEqual({ days: [0, 6], from: "06:00", to: "21:30", kind: "offpeak" });
  expect(windowsOf(weekOf([rest]), sameKind)).toEqual([rest]);
  expect(windowsOf(weekOf<typeof rest>([]), sameKind)).toEqual([]);
});

it("returns the first two overlapping windows", () => {
  expect(overlap([night, peak, rest])).toEqual([0, 2]);
  expect(overlap([night, peak])).toBeNull();
});

it("restores the same week from its windows", () => {
  const time = fc.integer({ min: 0, max: DAY_MINUTES - 1 }).map(timeOf);
  const window = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    from: time,
    to: time,
    kind: fc.constantFrom("peak", "offpeak", "reserved"),
  });
  const kinds = (windows: readonly (Timed & { kind: string })[]) => weekOf(windows).map((one) => one?.kind);
  fc.assert(
    fc.property(fc.array(window, { maxLength: 4 }), (given) => {
      const windows = windowsOf(weekOf(given), sameKind);
      expect(kinds(windows)).toEqual(kinds(given));
      expect(overlap(windows)).toBeNull();
    }),
    { numRuns: 40 },
  );
});
