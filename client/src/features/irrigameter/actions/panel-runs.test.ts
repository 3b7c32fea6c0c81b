import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { TypeChart } from "@lamina/shared/records/client";
import { expect, it } from "vitest";
import { buildCards } from "../board.ts";
import { AT, irrigameter } from "../testing/fixtures.ts";
import { panelRunWords } from "./panel-run-notes.tsx";
import { panelRuns } from "./panel-runs.ts";

const [unit] = buildCards(irrigameter(), TypeChart.pivot, "calculated");
if (!unit) throw new Error("the fixture has a pivot");
const START = Date.parse(AT) - 12 * HOUR_MS;
const report = (minutes: number, angleDeg: number, wet = true) => ({
  pivotId: "p1",
  date: new Date(START + minutes * MINUTE_MS).toISOString(),
  running: wet,
  wet,
  direction: "forward" as const,
  angleDeg,
  flowM3h: 350,
});

it("names the arc and the depth of a run that the panel reported", () => {
  const reports = [0, 1, 2, 3, 4, 5, 6, 7].map((hour) => report(60 * hour, hour * 10));
  const [run, ...others] = panelRuns([...reports, report(480, 74, false)], unit);
  expect(others).toEqual([]);
  if (!run) throw new Error("a run");
  // 350 m³/h for 8 h on 74° of a quarter of 28 ha.
  expect(run).toMatchObject({ fromDeg: 0, toDeg: 74, sectors: [{ sectorId: "p1q1" }] });
  expect(run.meanMm).toBeCloseTo(12.16, 2);
  expect(panelRunWords(run, unit)).toBe("Pivô 01 regou 0° → 74°, 12,2 mm");
});

it("leaves out a run in progress", () => {
  expect(panelRuns([report(0, 0), report(60, 10)], unit)).toEqual([]);
});
