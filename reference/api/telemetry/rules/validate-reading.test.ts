import { expect, it } from "vitest";
import { type KnownSensor, validateReading } from "./validate-reading.ts";

const NOW = Date.parse("2026-05-14T12:00:00Z");
const sensor: KnownSensor = {
  ...{ _id: "s", number: 1, variable: "airTemp", depthCm: null, calibA: 0, calibB: 10_000 },
  ...{ min: null, max: null, state: undefined },
};

it.each([
  [1e12, { raw: 1e12 }],
  [-1e12, { raw: -1e12 }],
  [1.1e12, "too-large"],
  [-Number.MAX_VALUE, "too-large"],
  [Number.POSITIVE_INFINITY, "too-large"],
  [Number.NaN, "too-large"],
])("stores only values whose calibrated sums are finite: %d", (value, expected) => {
  const reading = { variable: "airTemp", date: new Date(NOW).toISOString(), value } as const;
  const reception = { at: new Date(NOW), history: false };
  const result = validateReading(reading, { batch: 0, sensors: [sensor], reception });
  if (typeof expected === "string") expect(result).toBe(expected);
  else expect(result).toMatchObject(expected);
});
