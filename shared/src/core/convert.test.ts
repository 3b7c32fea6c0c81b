import { expect, it } from "vitest";
import { convert, readQuantity } from "./convert.ts";

it.each([
  [43.2, "°F", "°C", 6.222],
  [0.22, "mph", "m/s", 0.0983],
  [10, "km/h", "m/s", 2.778],
  [29.232, "inHg", "kPa", 98.991],
  [887.7, "hPa", "kPa", 88.77],
  [36.311, "in", "mm", 922.3],
  [1000, "kJ/m²", "W/m²", 277.78],
  [450, "uS/cm", "dS/m", 0.45],
  [450, "µS/cm", "dS/m", 0.45],
  [1.2, "mS/cm", "dS/m", 1.2],
  [0.273, "m3/m3", "% vol", 27.3],
  [12, "L/s", "m³/h", 43.2],
  [293.15, "K", "°C", 20],
])("converts %d %s to %s", (value, unit, target, expected) => {
  expect(convert(value, unit, target)?.value).toBeCloseTo(expected, 2);
  expect(convert(value, unit)).toEqual({ value: convert(value, unit, target)?.value, unit: target });
});

it("refuses a unit of another kind, and an unknown one", () => {
  expect(convert(1, "°C", "mm")).toBeUndefined();
  expect(convert(1, "furlong")).toBeUndefined();
});

it.each([
  ["30.11 °C", { value: 30.11, unit: "°C" }],
  ["0 uS/cm", { value: 0, unit: "uS/cm" }],
  ["13.25", { value: 13.25, unit: undefined }],
  ["-7,5", { value: -7.5, unit: undefined }],
  ["3.384V", { value: 3.384, unit: "V" }],
  ["quente", undefined],
  ["", undefined],
  ["1.014,5", undefined],
])("reads %o", (text, expected) => expect(readQuantity(text)).toEqual(expected));
