import { expect, it } from "vitest";
import { irrigameter } from "../testing/fixtures.ts";
import { sourceLanes } from "./source-lanes.ts";

const data = irrigameter();
const [plan] = data.plans;
const [item] = plan?.items ?? [];
if (!plan || !item) throw new Error("the fixture has a run");
const NOW = Date.parse("2026-05-14T10:30:00Z");
const ZONE = "America/Sao_Paulo";
const pivots = data.pivots.map((pivot) => ({ ...pivot, waterSourceId: "dam" }));
const runs = [
  {
    ...item,
    startAt: "2026-05-14T09:00:00Z",
    endAt: "2026-05-14T22:00:00Z",
    pauses: [{ from: "2026-05-14T16:00:00Z", to: "2026-05-14T19:00:00Z" }],
  },
  { ...item, pivotId: "p2", startAt: "2026-05-14T22:00:00Z", endAt: "2026-05-18T10:00:00Z" },
];
const bands = [
  { from: "2026-05-14T10:00:00Z", to: "2026-05-14T22:00:00Z", kind: "offpeak" as const },
  { from: "2026-05-14T22:00:00Z", to: "2026-05-15T10:00:00Z", kind: "peak" as const },
];
const sources = [{ _id: "dam", name: "Barragem", capacityM3h: 640 }];

it("puts the runs of a source on one line from now on, split where they pause", () => {
  const lines = sourceLanes({ ...plan, items: runs, bands, sources }, { pivots, now: NOW, timeZone: ZONE });
  expect(lines?.lanes).toHaveLength(1);
  expect(lines?.lanes[0]?.source?.name).toBe("Barragem");
  const [first, second] = lines?.lanes[0]?.runs ?? [];
  // 48 h from 10:00: six hours of water from now, a pause of three, and three more.
  expect(first?.parts.map(({ left, width }) => [left, width])).toEqual([
    [0, 12.5],
    [18.75, 6.25],
  ]);
  expect([first?.goesOn, second?.goesOn]).toEqual([false, true]);
  expect(lines?.bands.map(({ kind, left, width }) => [kind, left, width])).toEqual([["peak", 25, 25]]);
  // The days, and the hour at which the peak begins.
  expect(lines?.marks.map(({ label }) => label)).toEqual(["sex", "sáb", "19:00"]);
  expect(lines?.now).toBeCloseTo(100 / 96);
});

it("is null without runs; the machines with sources of their own are named once, with a line each", () => {
  expect(sourceLanes({ ...plan, items: [] }, { pivots, now: NOW, timeZone: ZONE })).toBeNull();
  const lines = sourceLanes({ ...plan, items: runs }, { pivots: data.pivots, now: NOW, timeZone: ZONE });
  expect(lines?.lanes.map((lane) => [lane.source, lane.runs.length])).toEqual([[null, 2]]);
});
