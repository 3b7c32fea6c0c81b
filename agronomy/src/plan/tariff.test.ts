import { expect, it } from "vitest";
import { type TariffWindow, tariffTimeline } from "./tariff.ts";

const windows: TariffWindow[] = [
  { days: [1, 2, 3, 4, 5], from: "18:00", to: "21:00", kind: "peak", brlKwh: 2 },
  { days: [0, 1, 2, 3, 4, 5, 6], from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.2 },
];

it("covers the time without gaps, across midnight and by weekday", () => {
  const friday = tariffTimeline(windows, 5, 2);
  expect(friday.map(({ startMinute, endMinute, kind }) => [startMinute / 60, endMinute / 60, kind])).toEqual([
    [0, 6, "reserved"],
    [6, 18, "offpeak"],
    [18, 21, "peak"],
    [21, 21.5, "offpeak"],
    [21.5, 24 + 6, "reserved"],
    [24 + 6, 24 + 21.5, "offpeak"],
    [24 + 21.5, 48, "reserved"],
  ]);
});

it("has no price where no window gives one", () => {
  expect(tariffTimeline([], 0, 1)).toEqual([{ startMinute: 0, endMinute: 1440, kind: "offpeak", brlKwh: null }]);
});
