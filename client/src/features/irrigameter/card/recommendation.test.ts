import { recommendedRun } from "@lamina/shared/records/run-figures";
import { describe, expect, it } from "vitest";
import type { Advice } from "../../../field/advice.ts";
import type { IrrigationCard } from "../board.ts";
import { irrigameter, recommendationRow, sectorCard } from "../testing/fixtures.ts";
import {
  depletionAtEnd,
  depletionNow,
  measuredAdvice,
  rulerScale,
  sectorAdvice,
  storageOf,
  unitAdvice,
} from "./recommendation.ts";

describe("advice", () => {
  const planned = irrigameter().plans[0]?.items[0];
  if (!planned) throw new Error("the fixture has a run");
  const [one, other] = ["p1q1", "p1q2"].map((_id) =>
    sectorCard({ _id }, { recommendation: recommendationRow({ grossMm: 10 }) }),
  );
  if (!one || !other) throw new Error("two cards");
  const whole = irrigameter();
  const [farm, pivot] = [whole.farms[0], whole.pivots[0]];
  if (!farm || !pivot) throw new Error("the fixture has a pivot");
  const unit: IrrigationCard = {
    key: "p1",
    name: "Pivô 01",
    farm,
    pivot,
    planned,
    sectors: [one, other],
    mostUrgentSector: one,
    permitStop: null,
  };

  it("is the run for a pivot and the own depth for a sector, at the time of the run", () => {
    expect(unitAdvice(unit)).toMatchObject({ run: { depthPerPassMm: 12 } });
    expect(sectorAdvice(unit, one)).toMatchObject({ run: { depthPerPassMm: 10 }, startAt: planned.startAt });
    const alone = { ...unit, sectors: [one] };
    expect(unitAdvice(alone)).toMatchObject({ run: { depthPerPassMm: 10 }, startAt: planned.startAt });
  });

  it("has the hours and the money of all sectors when the plan leaves the machine out", () => {
    const left = { hoursToday: 0, costTodayBrl: 0, hoursTotal: 16, costBrl: 550 };
    const sectors = [62, 46].map((percent, index) =>
      sectorCard(
        { _id: `p1q${index + 1}` },
        { recommendation: recommendationRow({ ...left, percent, grossMm: 20 + 10 * index }) },
      ),
    );
    const [first] = sectors;
    if (!first) throw new Error("a card");
    const out = { ...unit, planned: null, sectors, mostUrgentSector: first };
    expect(unitAdvice(out)).toMatchObject({ run: { grossMm: 30, percent: null, hours: 32, costBrl: 1100 } });
    expect(sectorAdvice(out, first)).toMatchObject({ run: { grossMm: 20, percent: 62, hours: 16, costBrl: 550 } });
  });

  it("is `running` during a run, for the pivot and for each sector, needing water or not", () => {
    const running = { ...unit, planned: { ...planned, underWay: true } };
    for (const advice of [unitAdvice(running), sectorAdvice(running, one), unitAdvice({ ...running, sectors: [one] })])
      expect(advice).toMatchObject({ action: "running", endAt: planned.endAt });
    const waits = sectorCard({ _id: "p1q1" }, { recommendation: recommendationRow({ action: "wait" }) });
    expect(sectorAdvice(running, waits).action).toBe("running");
  });
});

it("belongs to the end of the last day with the water and the use that came since, within what the soil holds", () => {
  const [balance] = [sectorCard({}).balance];
  if (!balance) throw new Error("a balance");
  const card = (dr: number, drNowMm: number | null) =>
    sectorCard({}, { balance: { ...balance, dr, taw: 58 }, drNowMm });
  expect(depletionAtEnd(card(30, 22), 12)).toBe(20);
  expect(depletionAtEnd(card(20, 26), 31)).toBe(25);
  expect(depletionAtEnd(card(20, null), 31)).toBe(31);
  expect([depletionAtEnd(card(50, 10), 40), depletionAtEnd(card(2, 9), 3)]).toEqual([58, 0]);
});

it("draws yellow from the depletion at which a revolution and the wait for it still fit", () => {
  expect(rulerScale(sectorCard({}))).toEqual({ tawMm: 58, rawMm: 31, irrigateFromMm: 31 - 14.2 });
  expect(rulerScale(sectorCard({}, { balance: null }))).toBeNull();
});

it("prefers the current depletion to that of the day", () => {
  const card = sectorCard({}, { drNowMm: 12 });
  expect(depletionNow(card)).toBe(12);
  expect(storageOf(card)).toBeCloseTo(100 * (1 - 12 / 58));
  expect(depletionNow(sectorCard({}, { drNowMm: null }))).toBe(25.4);
});

it("gives no advice by probes without data, and names their last reading", () => {
  const [, card] = irrigameter().sectors;
  if (!card) throw new Error("the fixture has a sector");
  const advice = { action: "none", rule: "enough", until: null } as const;
  const silent = { ...card, sensorStatus: "nodata" as const };
  expect(measuredAdvice(advice, silent, "sensor")).toEqual({
    action: "nodata",
    blockedBy: "silent-probe",
    since: "2026-05-14T10:18:00.000Z",
  });
  expect(measuredAdvice(advice, { ...silent, monitors: [] }, "sensor")).toMatchObject({ blockedBy: "no-probe" });
  expect(measuredAdvice(advice, card, "sensor")).toBe(advice);
  expect(measuredAdvice(advice, silent, "calculated")).toBe(advice);
  const running = { action: "running", run: recommendedRun(recommendationRow({})), endAt: null } as Advice;
  expect(measuredAdvice(running, silent, "sensor")).toBe(running);
});
