import { HOUR_MS } from "@lamina/shared/core/time";
import { TypeChart } from "@lamina/shared/records/client";
import { describe, expect, it } from "vitest";
import { buildCards } from "../board.ts";
import { AT, irrigameter } from "../testing/fixtures.ts";
import { checkWaterings } from "./record-checks.ts";

const NOW = Date.parse(AT);
const data = irrigameter();
const [unit] = buildCards(data, TypeChart.pivot, "calculated");
if (!unit) throw new Error("the fixture has a pivot");
const sectorId = unit.sectors[0]?.sector._id ?? "";
const watering = { sectorId, startAt: NOW - 20 * HOUR_MS, grossMm: 12, isPlanned: false };
const check = (
  change: Partial<typeof watering>,
  context: Partial<Parameters<typeof checkWaterings>[1]> = {},
): readonly string[] => checkWaterings([{ ...watering, ...change }], { unit, data, entries: [], now: NOW, ...context });

describe("a watering before it is saved", () => {
  it("has no warning when it is plausible, new and within the permit", () => {
    expect(check({})).toEqual([]);
  });

  it("names the same water, recorded by a panel or a person", () => {
    const known = (source: "telemetry" | "manual") => ({
      ...unit,
      sectors: unit.sectors.map((card) =>
        card.sector._id === sectorId
          ? { ...card, recentWaterings: [{ start: "2026-05-13T16:00:00Z", end: null, grossMm: 11, source }] }
          : card,
      ),
    });
    expect(check({}, { unit: known("telemetry") })).toEqual([expect.stringMatching(/painel já registrou 11,0 mm/)]);
    expect(check({}, { unit: known("manual") })).toEqual([expect.stringMatching(/já há 11,0 mm registrados/)]);
  });

  it("names a pass that is deeper than the soil takes in", () => {
    expect(check({ grossMm: 40, startAt: NOW - 60 * HOUR_MS })).toEqual([expect.stringMatching(/mais do que o solo/)]);
  });

  it("names an end that is not possible yet", () => {
    expect(check({ startAt: NOW - HOUR_MS / 6 })).toEqual([expect.stringMatching(/início foi há 0 h 10/)]);
    expect(check({ startAt: NOW, isPlanned: true })).toEqual([]);
  });

  it.each([
    [{ isExpired: true }, /vencida/],
    [{ hoursDay: 21, hoursUsedToday: 18 }, /Soma 27,6 h hoje; a outorga permite 21,0/],
    [{ m3Left: 1000 }, /São 3\.360 m³; a outorga tem 1\.000/],
    [{ daysLeft: 0 }, /dias de captação/],
  ])("names the limit of a permit: %o", (limit, words) => {
    const permits = [{ farmId: unit.farm._id, pivotIds: [unit.pivot._id], ...limit }];
    expect(check({ startAt: NOW, isPlanned: true }, { data: { ...data, permits } })).toEqual([
      expect.stringMatching(words),
    ]);
  });

  it("counts only today's hours of a run over midnight, and this month's volume at the end of a month", () => {
    const permits = (limit: object) => [{ farmId: unit.farm._id, pivotIds: [unit.pivot._id], ...limit }];
    const at = (moment: string, limit: object) =>
      check(
        { startAt: Date.parse(moment), isPlanned: true },
        { data: { ...data, permits: permits(limit) }, now: Date.parse(moment) },
      );
    // 9.6 h and 3,360 m³ from 22:00 in São Paulo.
    expect(at("2026-05-15T01:00:00Z", { hoursDay: 21, hoursUsedToday: 18 })).toEqual([]);
    expect(at("2026-05-15T01:00:00Z", { hoursDay: 21, hoursUsedToday: 20 })).toEqual([
      expect.stringMatching(/Soma 22,0 h hoje/),
    ]);
    expect(at("2026-05-15T01:00:00Z", { m3Left: 1000 })).toEqual([expect.stringMatching(/São 3\.360 m³/)]);
    expect(at("2026-06-01T01:00:00Z", { m3Left: 1000 })).toEqual([]);
    expect(at("2026-06-01T01:00:00Z", { m3Left: 500 })).toEqual([expect.stringMatching(/São 700 m³/)]);
  });
});
