import { describe, expect, it } from "vitest";
import type { IrrigationCard } from "../board.ts";
import { irrigameter, recommendationRow, sectorCard } from "../testing/fixtures.ts";
import {
  adviceOf,
  depletionNow,
  rulerScale,
  sectorAdvice,
  splitReasons,
  storageOf,
  unitAdvice,
} from "./recommendation.ts";

describe("advice", () => {
  it("is the run of the plan where there is one, else the sector's own", () => {
    const planned = irrigameter().plans[0]?.items[0];
    expect(adviceOf(recommendationRow({ grossMm: 10 }), planned)).toMatchObject({ action: "irrigate", depthMm: 12 });
    expect(adviceOf(recommendationRow({ grossMm: 10 }))).toMatchObject({ depthMm: 10, percent: 29 });
  });

  it("is the run's of a pivot and the sector's own of a sector, at the hour of the run", () => {
    const planned = irrigameter().plans[0]?.items[0] ?? null;
    const [one, other] = ["p1q1", "p1q2"].map((_id) => {
      const { sector, ...card } = sectorCard({ _id }, { recommendation: recommendationRow({ grossMm: 10 }) });
      return { ...card, sector: { ...sector, _id } };
    });
    const unit = { planned, sectors: [one, other], mostUrgentSector: one } as unknown as IrrigationCard;
    expect(unitAdvice(unit)).toMatchObject({ depthMm: 12 });
    expect(sectorAdvice(unit, unit.mostUrgentSector)).toMatchObject({ depthMm: 10, startAt: planned?.startAt });
    expect(unitAdvice({ ...unit, sectors: [unit.mostUrgentSector] })).toMatchObject({
      depthMm: 10,
      startAt: planned?.startAt,
    });
  });

  it("to wait tells the day, and the rain that it waits for", () => {
    const reasons = [{ key: "rainForecast", value: 8, unit: "mm", source: "forecast", at: null }];
    const wait = recommendationRow({ action: "wait", waitUntil: "2026-05-17", reasons });
    expect(adviceOf(wait)).toEqual({ action: "wait", until: "2026-05-17", rainMm: 8, otherwiseMm: null });
  });

  it("is not given without data, and says since when", () => {
    const blocked = recommendationRow({ action: "nodata", blockedBy: "stale-rain", blockedSince: "2026-05-12" });
    expect(adviceOf(blocked)).toEqual({ action: "nodata", blockedBy: "stale-rain", since: "2026-05-12" });
    expect(adviceOf(null)).toEqual({ action: "nodata", blockedBy: null, since: null });
  });
});

it("draws the ruler from the balance: yellow begins where a revolution and the wait still fit", () => {
  expect(rulerScale(sectorCard({}))).toEqual({ tawMm: 58, rawMm: 31, irrigateFromMm: 31 - 14.2 });
  expect(rulerScale(sectorCard({}, { balance: null }))).toBeNull();
});

it("takes the depletion of now before the day's", () => {
  const card = sectorCard({}, { drNowMm: 12 });
  expect(depletionNow(card)).toBe(12);
  expect(storageOf(card)).toBeCloseTo(100 * (1 - 12 / 58));
  expect(depletionNow(sectorCard({}, { drNowMm: null }))).toBe(25.4);
});

describe("the explanation", () => {
  const keys = (reasons: readonly { key: string }[]) => reasons.map(({ key }) => key);

  it("is the balance in its order, closing, and apart from what else led to it", () => {
    const { terms, others } = splitReasons([...recommendationRow().reasons].reverse());
    expect(keys(terms)).toEqual(["drBefore", "etcAdj", "rainEff", "irrNet", "dp", "drEnd"]);
    expect(keys(others)).toEqual(["interval", "rainForecast", "lookAhead", "etc", "raw"]);
    const value = (key: string) => Number(terms.find((term) => term.key === key)?.value);
    expect(value("drBefore") + value("etcAdj") - value("rainEff") - value("irrNet") + value("dp")).toBeCloseTo(
      value("drEnd"),
    );
  });

  it("tells the depletion of now apart when something has happened since", () => {
    const rain = { key: "rainToday", value: 5, unit: "mm", source: "station", at: "2026-05-14" };
    const { terms } = splitReasons([...recommendationRow().reasons, rain]);
    expect(keys(terms).slice(-3)).toEqual(["drEnd", "rainToday", "drNow"]);
  });
});
