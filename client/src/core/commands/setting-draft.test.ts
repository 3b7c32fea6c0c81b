import { expect, it } from "vitest";
import { draftOf, orderOf } from "./setting-draft.ts";

const AT = { now: Date.parse("2026-05-14T15:00:00Z"), timezone: "America/Sao_Paulo" };
const speed = {
  order: { command: "speed" as const, percent: 45 },
  arcs: [
    { fromDeg: 0, toDeg: 180 },
    { fromDeg: 180, toDeg: 360 },
  ],
};

it("gives the asked order unchanged", () => {
  expect(orderOf(speed, draftOf(speed), AT)).toEqual(speed.order);
  const table = [{ fromDeg: 0, toDeg: 180, percent: 30 }];
  const start = { order: { command: "start" as const, wet: true, table } };
  expect(orderOf(start, draftOf(start), AT)).toEqual(start.order);
});

it("gives a setting to each part of the circle", () => {
  const draft = { ...draftOf(speed), byArc: true };
  expect(orderOf(speed, draft, AT)?.table?.map(({ percent }) => percent)).toEqual([45, 45]);
  const [first, second] = draft.rows;
  const rows = [first, { ...second, percent: "" }].flatMap((row) => (row?.percent === undefined ? [] : row));
  expect(orderOf(speed, { ...draft, rows: rows as typeof draft.rows }, AT)).toBeUndefined();
});

it("ends at an angle or at the next such hour of the farm, and at nothing that is no value", () => {
  const at = (change: object) => orderOf(speed, { ...draftOf(speed), ...change }, AT)?.stopAt;
  expect(at({ stop: "angle", stopAngle: "120,5" })).toEqual({ angleDeg: 120.5 });
  expect(at({ stop: "hour", stopTime: "18:00" })).toEqual({ at: "2026-05-14T21:00:00.000Z" });
  expect(at({ stop: "hour", stopTime: "06:00" })).toEqual({ at: "2026-05-15T09:00:00.000Z" });
  for (const bad of [{ stop: "angle", stopAngle: "400" }, { stop: "angle" }, { stop: "hour", stopTime: "25:00" }])
    expect(orderOf(speed, { ...draftOf(speed), ...bad } as ReturnType<typeof draftOf>, AT)).toBeUndefined();
});

it("takes no percent outside of the dial", () => {
  for (const percent of ["0", "101", "", "x"])
    expect(orderOf(speed, { ...draftOf(speed), percent }, AT)).toBeUndefined();
});
