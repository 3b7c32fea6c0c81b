import { describe, expect, it } from "vitest";
import { detectFromProbe } from "./unrecorded-irrigation.ts";

const HOUR = 3_600_000;
const series = (...values: number[]) => values.map((meanPct, index) => ({ at: index * 6 * HOUR, meanPct }));

describe("unrecorded irrigation by the probe", () => {
  const wetting = series(24, 23.5, 23, 26.5, 27.2, 27, 26.5);

  it("finds a rise of three points and estimates its depth", () => {
    const found = detectFromProbe(wetting, [], 400);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ startAt: 12 * HOUR, endAt: 24 * HOUR });
    expect(found[0]?.estimatedMm).toBeCloseTo(16.8);
  });

  it("is content where rain or irrigation is on record, shortly before as well", () => {
    expect(detectFromProbe(wetting, [{ startAt: 13 * HOUR, endAt: 15 * HOUR }], 400)).toEqual([]);
    expect(detectFromProbe(wetting, [{ startAt: 2 * HOUR, endAt: 3 * HOUR }], 400)).toEqual([]);
    expect(detectFromProbe(wetting, [{ startAt: -30 * HOUR, endAt: -20 * HOUR }], 400)).toHaveLength(1);
  });

  it("does not take a slow rise or a small one for an irrigation", () => {
    expect(detectFromProbe(series(20, 20.5, 21, 21.5, 22, 22.5, 23, 23.5), [], 400)).toEqual([]);
    expect(detectFromProbe(series(24, 26.9, 26, 25), [], 400)).toEqual([]);
    expect(detectFromProbe([], [], 400)).toEqual([]);
  });

  it("finds two rises apart", () => {
    expect(detectFromProbe(series(20, 24, 23, 22, 21, 20, 25, 24), [], 400)).toHaveLength(2);
  });
});
