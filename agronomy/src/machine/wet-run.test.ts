import { MINUTE_MS } from "@lamina/shared/core/time";
import { describe, expect, it } from "vitest";
import { followRuns, type Machine, type PanelReport } from "./wet-run.ts";

const START = Date.parse("2026-04-01T03:00:00Z");
const quadrants: Machine = {
  nominalFlowM3h: 100,
  circleDeg: 360,
  arcs: ["a", "b", "c", "d"].map((sectorId, index) => ({
    sectorId,
    startDeg: 90 * index,
    endDeg: (90 * (index + 1)) % 360,
    weight: 1,
  })),
};

/** A report every 15 minutes of an arm that turns 15° an hour. */
function turning(from: number, hours: number, change: Partial<PanelReport> = {}): PanelReport[] {
  return Array.from({ length: hours * 4 + 1 }, (_, index) => ({
    at: START + index * 15 * MINUTE_MS,
    running: true,
    wet: true,
    direction: "forward",
    angleDeg: (((from + (change.direction === "reverse" ? -1 : 1) * index * 3.75) % 360) + 360) % 360,
    percent: 40,
    flowM3h: 120,
    ...change,
  }));
}
const stopped = (reports: readonly PanelReport[]): PanelReport[] => {
  const last = reports.at(-1);
  if (!last) return [];
  return [...reports, { ...last, at: last.at + 15 * MINUTE_MS, running: false, wet: false, direction: "stopped" }];
};

describe("wet runs", () => {
  it("apply water to the sectors under the arm, by flow and time", () => {
    const { ended, run } = followRuns(null, stopped(turning(45, 6)), quadrants);
    expect(run).toBeNull();
    expect(ended).toHaveLength(1);
    expect(ended[0]?.sectors.a?.volumeM3).toBeCloseTo(3 * 120);
    expect(ended[0]?.sectors.b).toMatchObject({ sweptDeg: 45, endAt: START + 6.25 * 60 * MINUTE_MS });
    expect(Object.keys(ended[0]?.sectors ?? {})).toEqual(["a", "b"]);
    expect(ended[0]?.isMeasured).toBe(true);
  });

  it("begin with the first wet report, before any water is known", () => {
    const reports = turning(45, 2);
    const first = followRuns(null, reports.slice(0, 1), quadrants);
    expect(first).toMatchObject({ ended: [], run: { startAt: START, endAt: START, sweptDeg: 0, sectors: {} } });
    expect(followRuns(first.run, reports, quadrants)).toEqual(followRuns(null, reports, quadrants));
    expect(followRuns(null, stopped(reports.slice(0, 1)), quadrants)).toEqual({ ended: [], run: null });
  });

  it("pass north, forwards and backwards", () => {
    const forwards = followRuns(null, stopped(turning(345, 2)), quadrants).ended[0];
    expect(forwards?.sectors.d?.sweptDeg).toBeCloseTo(15);
    expect(forwards?.sectors.a?.sweptDeg).toBeCloseTo(15);
    const backwards = followRuns(null, stopped(turning(15, 2, { direction: "reverse" })), quadrants).ended[0];
    expect(backwards?.sectors.a?.sweptDeg).toBeCloseTo(15);
    expect(backwards?.sectors.d?.sweptDeg).toBeCloseTo(15);
  });

  it("end with the revolution, and the next begins", () => {
    const { ended, run } = followRuns(null, turning(0, 30), quadrants);
    expect(ended).toHaveLength(1);
    expect(ended[0]?.sweptDeg).toBeCloseTo(360);
    expect(run?.sweptDeg).toBeCloseTo(90);
    const volume = Object.values(ended[0]?.sectors ?? {}).reduce((sum, { volumeM3 }) => sum + volumeM3, 0);
    expect(volume).toBeCloseTo(24 * 120);
  });

  it("are the same for reports one by one or all at once", () => {
    const reports = stopped(turning(10, 8));
    const once = followRuns(null, reports, quadrants);
    let run: ReturnType<typeof followRuns>["run"] = null;
    const ended = [];
    for (let index = 1; index < reports.length; index++) {
      const step = followRuns(JSON.parse(JSON.stringify(run)), reports.slice(index - 1, index + 1), quadrants);
      ended.push(...step.ended);
      run = step.run;
    }
    expect(run).toBeNull();
    expect(ended).toHaveLength(once.ended.length);
    expect(ended[0]?.sectors).toEqual(once.ended[0]?.sectors);
  });

  it("do not continue over a gap, and do not count when dry or too short", () => {
    const silent = turning(0, 8).filter((_, index) => index < 9 || index > 20);
    expect(followRuns(null, stopped(silent), quadrants).ended).toHaveLength(2);
    expect(followRuns(null, stopped(turning(0, 4, { wet: false })), quadrants).ended).toEqual([]);
    expect(followRuns(null, stopped(turning(0, 0)), quadrants).ended).toEqual([]);
  });

  it("are estimated when the panel reports neither flow nor setting", () => {
    const [run] = followRuns(null, stopped(turning(0, 2, { flowM3h: null, percent: null })), quadrants).ended;
    expect(run).toMatchObject({ isMeasured: false });
    expect(run?.sectors.a?.volumeM3).toBeCloseTo(2.25 * 100);
  });

  it("share a linear system's water by area, whatever its position", () => {
    const linear: Machine = {
      nominalFlowM3h: 100,
      circleDeg: Number.POSITIVE_INFINITY,
      arcs: [
        { sectorId: "a", startDeg: 0, endDeg: 360, weight: 0.25 },
        { sectorId: "b", startDeg: 0, endDeg: 360, weight: 0.75 },
      ],
    };
    const [run] = followRuns(null, stopped(turning(0, 4, { angleDeg: 0 })), linear).ended;
    expect(run?.sectors.a?.volumeM3).toBeCloseTo(0.25 * 4.25 * 120);
    expect(run?.sectors.b?.volumeM3).toBeCloseTo(0.75 * 4.25 * 120);
  });
});
