import { expect, it } from "vitest";
import { readDay } from "./read-day.ts";

it.each([
  ["05/11/2026 08:30", "2026-11-05", "08:30"],
  ["5/1/2026 8:30", "2026-01-05", "08:30"],
  ["05/11/2026 08:30:59", "2026-11-05", "08:30"],
  ["05/11/2026", "2026-11-05", "00:00"],
  ["2026-11-05 08:30", "2026-11-05", "08:30"],
  ["2026-11-05", "2026-11-05", "00:00"],
])("reads %j", (cell, day, time) => {
  expect(readDay(cell)).toEqual({ day, time });
});

it.each(["31/02/2026", "05/11/2026 25:00", "05/11/2026 de manhã", "05/11/26", "2026-11-05T08:30:00Z", "ontem", ""])(
  "takes no half of %j",
  (cell) => {
    expect(readDay(cell)).toBeUndefined();
  },
);
