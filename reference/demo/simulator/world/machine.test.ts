import { HOUR_MS } from "@lamina/shared/core/time";
import type { CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import { describe, expect, it } from "vitest";
import type { SystemLayout } from "./layout.ts";
import { type MachineState, moveMachine, parked, pauseMachine, planRun, stopMachine } from "./machine.ts";
import { obeyOrder } from "./panel-motion.ts";

const panel = { depth100Mm: 5, time100H: 12, minPercent: 10, part: 0.5 };
const site = (_id: string, angleStart: number, angleEnd: number) => ({
  sector: { _id, angleStart, angleEnd },
  areaHa: 40,
  machine: { panel, flowM3h: 300, efficiencyPct: 85 },
});
const layoutOf = (angleStart: number, angleEnd: number, middle: number) =>
  ({
    pivot: { _id: "p", kind: "pivot", angleStart, angleEnd },
    sites: [site("a", angleStart, middle), site("b", middle, angleEnd)],
  }) as unknown as SystemLayout;
const circle = layoutOf(0, 360, 180);
const arc = layoutOf(20, 200, 110);

function running(layout: SystemLayout, gross: Record<string, number>, state = parked(layout, 0)): MachineState {
  const planned = planRun(layout, state, new Map(Object.entries(gross)));
  const progress = { index: 0, doneH: 0, totalH: 0, toldH: 0, since: null, breakdown: null, isSecret: false };
  return { ...state, run: { ...planned, ...progress } };
}

describe("a simulated pivot", () => {
  it("waters each sector in turn, by the panel's setting, and stops at its start", () => {
    const state = running(circle, { a: 10, b: 20 });
    const first = moveMachine(state, 0, 6 * HOUR_MS);
    expect([...first.water]).toEqual([["a", 5]]);
    expect(state.angleDeg).toBeCloseTo(90, 6);
    const rest = moveMachine(state, 6 * HOUR_MS, 100 * HOUR_MS);
    expect(rest.finished).toMatchObject([
      { sectorId: "a", start: 0, end: 12 * HOUR_MS, grossMm: 10, percent: 50 },
      { sectorId: "b", start: 12 * HOUR_MS, end: 36 * HOUR_MS, grossMm: 20, percent: 25 },
    ]);
    expect(state).toMatchObject({ run: null, angleDeg: 0, hourMeter: 36, endedAt: 36 * HOUR_MS });
  });

  it("passes a sector without need dry and at full speed", () => {
    const state = running(circle, { b: 10 });
    expect(moveMachine(state, 0, 6 * HOUR_MS).water.size).toBe(0);
    expect(state.angleDeg).toBeCloseTo(180, 6);
  });

  it("reverses on an arc", () => {
    const state = running(arc, { a: 5, b: 5 });
    moveMachine(state, 0, 12 * HOUR_MS);
    expect(state.angleDeg).toBeCloseTo(200, 6);
    const back = running(arc, { a: 5, b: 5 }, state);
    expect(back.run?.reverse).toBe(true);
    expect(back.run?.stretches.map(({ sectorId }) => sectorId)).toEqual(["b", "a"]);
    moveMachine(back, 12 * HOUR_MS, 24 * HOUR_MS);
    expect(back.angleDeg).toBeCloseTo(20, 6);
  });

  it("stops during a breakdown, and continues from the same place", () => {
    const state = running(circle, { a: 10 });
    if (state.run) state.run.breakdown = { afterHours: 3, fault: "low-pressure", hours: 2 };
    moveMachine(state, 0, 4 * HOUR_MS);
    expect(state).toMatchObject({ fault: { kind: "low-pressure", until: 5 * HOUR_MS }, hourMeter: 3 });
    expect(moveMachine(state, 4 * HOUR_MS, 6 * HOUR_MS).water.get("a")).toBeCloseTo((10 * 1) / 12, 6);
    expect(state.fault).toBeNull();
  });

  it("reports applications by the hours of movement, around a breakdown and a rest", () => {
    const state = running(circle, { a: 10 });
    if (state.run) state.run.breakdown = { afterHours: 3, fault: "low-pressure", hours: 2 };
    const runs = [
      ...moveMachine(state, 0, 7 * HOUR_MS).finished,
      ...pauseMachine(state, 7 * HOUR_MS),
      ...pauseMachine(state, 8 * HOUR_MS),
      ...moveMachine(state, 10 * HOUR_MS, 30 * HOUR_MS).finished,
    ];
    expect(runs.map(({ start, end, grossMm }) => [start / HOUR_MS, end / HOUR_MS, grossMm])).toEqual([
      [0, 3, 2.5],
      [5, 7, expect.closeTo((10 * 2) / 12, 9)],
      [10, 17, expect.closeTo((10 * 7) / 12, 9)],
    ]);
  });

  it("keeps the applied depth when it is stopped", () => {
    const state = running(circle, { a: 10 });
    moveMachine(state, 0, 3 * HOUR_MS);
    expect(stopMachine(state, 3 * HOUR_MS)).toMatchObject([{ sectorId: "a", grossMm: 2.5, end: 3 * HOUR_MS }]);
    expect(state.run).toBeNull();
  });
});

describe("a panel that obeys", () => {
  /** A circle of 24 h at 50 %, after 6 h: at 90°. */
  function halfway(order: CommandOrder) {
    const state = running(circle, { a: 10, b: 10 });
    moveMachine(state, 0, 6 * HOUR_MS);
    const ended = obeyOrder(circle, state, order, 6 * HOUR_MS);
    return { state, ended };
  }

  it("starts with a table of speeds by angle", () => {
    const state = parked(circle, 0);
    const table = [
      { fromDeg: 0, toDeg: 180, percent: 50 },
      { fromDeg: 180, toDeg: 360, percent: 25 },
    ];
    obeyOrder(circle, state, { command: "start", wet: true, table }, 0);
    expect(state.run?.stretches.map(({ percent, grossMm, hours }) => [percent, grossMm, hours])).toEqual([
      [50, 10, 12],
      [25, 20, 24],
    ]);
  });

  it("changes its speed on the way left, and what it has watered remains", () => {
    const { state, ended } = halfway({ command: "speed", percent: 25 });
    expect(ended).toMatchObject([{ sectorId: "a", grossMm: 5 }]);
    expect(state.run?.stretches.map(({ percent, grossMm, hours }) => [percent, grossMm, hours])).toEqual([
      [25, 10, 12],
      [25, 20, 24],
    ]);
  });

  it("goes back over the way behind it", () => {
    const { state } = halfway({ command: "direction", direction: "reverse" });
    expect(state.run?.reverse).toBe(true);
    moveMachine(state, 6 * HOUR_MS, 9 * HOUR_MS);
    expect(state.angleDeg).toBeCloseTo(45, 6);
  });

  it("moves on dry with its pump off, and waters again with it on", () => {
    const { state } = halfway({ command: "pump", wet: false });
    expect(moveMachine(state, 6 * HOUR_MS, 9 * HOUR_MS).water.size).toBe(0);
    obeyOrder(circle, state, { command: "pump", wet: true }, 9 * HOUR_MS);
    const { water } = moveMachine(state, 9 * HOUR_MS, 12 * HOUR_MS);
    expect(water.get("a")).toBeCloseTo(2.5, 6);
  });

  it.each([
    [{ angleDeg: 135 }, 135],
    [{ at: new Date(8 * HOUR_MS).toISOString() }, 120],
  ] as const)("stops by itself at %o", (stopAt, angleDeg) => {
    const { state } = halfway({ command: "speed", percent: 50, stopAt });
    moveMachine(state, 6 * HOUR_MS, 100 * HOUR_MS);
    expect(state).toMatchObject({ run: null });
    expect(state.angleDeg).toBeCloseTo(angleDeg, 6);
  });
});
