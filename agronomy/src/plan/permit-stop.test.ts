import { expect, it } from "vitest";
import { permitStop } from "./placement.ts";
import type { PermitLimit } from "./plan-model.ts";

const stop = (...limits: Omit<PermitLimit, "id">[]) =>
  permitStop(
    350,
    limits.map((limit, index) => ({ id: String(index), ...limit })),
  );

it("says why a permit stops a machine today, also where it needs no water", () => {
  expect(stop()).toBeNull();
  expect(stop({ isExpired: true, m3Left: 0 })).toBe("permitExpired");
  expect(stop({ m3h: 300 })).toBe("permitFlow");
  expect(stop({ m3Left: 10 })).toBe("permitUsedUp");
  expect(stop({ m3Left: 100_000, daysLeft: 3, hoursDay: 2 })).toBeNull();
  expect(stop({ daysLeft: 0 })).toBe("permitDays");
  expect(stop({ daysLeft: 0, isUsedToday: true })).toBeNull();
  expect(stop({ hoursDay: 0 })).toBe("permitHours");
});

it("stops today although the next month begins within the plan", () => {
  expect(stop({ m3Left: 10, nextMonth: { startMinute: 1440, m3Left: 100_000 } })).toBe("permitUsedUp");
});
