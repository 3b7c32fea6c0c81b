import type { PivotStatus } from "@lamina/shared/records/farm";
import { expect, it } from "vitest";
import { panelState } from "./panel-state.ts";

const NOW = new Date("2026-05-14T12:00:00Z");
const status: PivotStatus = {
  pivotId: "p",
  date: "2026-05-14T11:40:30.000Z",
  running: false,
  wet: false,
  direction: "forward",
  angleDeg: 0,
};

it("a panel's report is stale after the client's own limit for pivots, not after that of other data", () => {
  const limits = { weatherMin: 180, soilMin: 240, pivotMin: 15 };
  const latest = new Map([["p", status]]);
  expect(panelState(latest, "p", limits, NOW)).toEqual({
    status,
    statusAgeMin: 19,
    statusStaleAt: "2026-05-14T11:55:30.000Z",
  });
  expect(panelState(latest, "other", limits, NOW)).toEqual({ status: null, statusAgeMin: null, statusStaleAt: null });
});
