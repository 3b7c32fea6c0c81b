import { expect, it } from "vitest";
import { irrigameter, sectorCard } from "../testing/fixtures.ts";
import { depletionAtEnd, depletionNow, measuredDecision, rulerScale, storageOf } from "./recommendation.ts";

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

it("gives no decision by probes without data, and names their last reading", () => {
  const { machines, sectors } = irrigameter();
  const [, card] = sectors;
  const running = machines[0]?.decision;
  if (!card || running?.kind !== "run") throw new Error("the fixture has a sector and a run");
  const decision = { kind: "none", rule: "enough", until: null } as const;
  const silent = { ...card, sensorStatus: "nodata" as const };
  expect(measuredDecision(decision, silent, "sensor")).toEqual({
    kind: "blocked",
    by: "silent-probe",
    since: "2026-05-14T10:18:00.000Z",
  });
  expect(measuredDecision(decision, { ...silent, monitors: [] }, "sensor")).toMatchObject({ by: "no-probe" });
  expect(measuredDecision(decision, card, "sensor")).toBe(decision);
  expect(measuredDecision(decision, silent, "calculated")).toBe(decision);
  const underWay = { ...running, isUnderWay: true };
  expect(measuredDecision(underWay, silent, "sensor")).toBe(underWay);
});
