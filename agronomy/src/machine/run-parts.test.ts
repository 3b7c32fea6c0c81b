import { describe, expect, it } from "vitest";
import { type RecordedRun, type RunPlace, runByTime, runParts } from "./run-parts.ts";
import type { SystemRecord } from "./system.ts";

const NOW = Date.parse("2026-05-14T10:30:00.000Z");
const START = "2026-05-14T07:30:00.000Z";
/** 100 m³/h on 100 ha: 0.1 mm an hour on the whole circle. */
const machine: SystemRecord = { kind: "pivot", radiusM: 564, angleStart: 0, angleEnd: 0, areaHa: 100, flowM3h: 100 };
const sector = (id: string, angleStart: number, angleEnd: number) => ({ _id: id, angleStart, angleEnd });
const place: RunPlace = { machine, sectors: [sector("q1", 0, 90), sector("q2", 90, 180)], panel: null };
const running = (start: string, grossMm: number): RecordedRun => ({ state: "running", start, grossMm });

describe("the parts of a run", () => {
  it("are one record for each sector of a run that ended, with its amount", () => {
    expect(runParts(place, { state: "ended", start: START, grossMm: 12.5 }, NOW)).toEqual([
      { sectorId: "q1", start: START, grossMm: 12.5 },
      { sectorId: "q2", start: START, grossMm: 12.5 },
    ]);
    expect(runParts(place, { state: "ended", start: START, percent: 29 }, NOW)).toEqual([
      { sectorId: "q1", start: START, percent: 29 },
      { sectorId: "q2", start: START, percent: 29 },
    ]);
  });

  it("share the hours of a run by area, because each hour gives its water once", () => {
    const sectors = [sector("q1", 0, 90), sector("q2", 90, 270)];
    const hours = runParts({ ...place, sectors }, { state: "ended", start: START, hours: 9 }, NOW).map(
      (part) => part.hours,
    );
    expect(hours.map((one) => one?.toFixed(6))).toEqual(["3.000000", "6.000000"]);
  });

  it("credit what a run in progress has applied, and plan the rest", () => {
    // 1.2 mm on half the circle take 6 h; after 3 h the arm has wetted the first sector.
    expect(runParts(place, running(START, 1.2), NOW)).toEqual([
      { sectorId: "q1", start: START, end: "2026-05-14T10:30:00.000Z", grossMm: 1.2 },
      {
        ...{ sectorId: "q2", start: "2026-05-14T10:30:00.000Z", end: "2026-05-14T13:30:00.000Z" },
        ...{ grossMm: 1.2, planned: true },
      },
    ]);
  });

  it("split a sector that the arm is over", () => {
    const parts = runParts(place, running(START, 2.4), NOW);
    expect(parts.map(({ sectorId, grossMm, planned }) => [sectorId, grossMm, planned])).toEqual([
      ["q1", 1.2, undefined],
      ["q1", 1.2, true],
      ["q2", 2.4, true],
    ]);
  });

  it("are applied whole when the time of the run is over", () => {
    const parts = runParts(place, running("2026-05-14T01:00:00.000Z", 1.2), NOW);
    expect(parts.map(({ grossMm, planned }) => [grossMm, planned])).toEqual([
      [1.2, undefined],
      [1.2, undefined],
    ]);
  });

  it("are planned whole for a run that starts now or later", () => {
    const now = runParts(place, running(new Date(NOW).toISOString(), 5), NOW);
    expect(now.map(({ start, planned }) => [start, planned])).toEqual([
      ["2026-05-14T10:30:00.000Z", true],
      ["2026-05-14T10:30:00.000Z", true],
    ]);
    const later = runParts(place, running("2026-05-15T10:30:00.000Z", 5), NOW);
    expect(later.map(({ start, planned }) => [start, planned])).toEqual([
      ["2026-05-15T10:30:00.000Z", true],
      ["2026-05-15T10:30:00.000Z", true],
    ]);
  });
});

describe("the water by time", () => {
  const applied = (given: RunPlace) =>
    runByTime(given, { start: START, grossMm: 2.4 }, NOW).sectors.map(({ appliedMm }) => appliedMm.toFixed(2));

  it("follows the panel's angle back, in both directions", () => {
    // In 3 of its 12 hours the arm sweeps 45°.
    const at = NOW - 60_000;
    expect(applied({ ...place, panel: { at, running: true, direction: "forward", angleDeg: 112.5 } })).toEqual([
      "0.60",
      "0.60",
    ]);
    expect(applied({ ...place, panel: { at, running: true, direction: "reverse", angleDeg: 135 } })).toEqual([
      "0.00",
      "1.20",
    ]);
  });

  it("ignores a report before the start, and of a machine that stood still", () => {
    const panel = { at: Date.parse(START) - 60_000, running: true, direction: "forward", angleDeg: 170 } as const;
    expect(applied({ ...place, panel })).toEqual(["1.20", "0.00"]);
    expect(applied({ ...place, panel: { ...panel, at: NOW, running: false } })).toEqual(["1.20", "0.00"]);
  });

  it("wets all sectors of another system at once", () => {
    const drip = { ...machine, kind: "drip", areaHa: 2 };
    const sectors = [
      { ...sector("a", 0, 0), areaHa: 1 },
      { ...sector("b", 0, 0), areaHa: 1 },
    ];
    // 60 mm on 2 ha take 12 h.
    const run = runByTime({ machine: drip, sectors, panel: null }, { start: START, grossMm: 60 }, NOW);
    expect(run.sectors.map(({ appliedMm, leftMm }) => [appliedMm, leftMm])).toEqual([
      [15, 45],
      [15, 45],
    ]);
  });
});
