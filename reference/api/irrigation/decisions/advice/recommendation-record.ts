import type { recommend } from "@lamina/agronomy/plan/recommendation";
import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { Reason, Recommendation } from "@lamina/shared/records/recommendation";
import type { SectorContext } from "../../sites/sectors.ts";

export type EngineResult = ReturnType<typeof recommend>;

/** The engine's recommendation as stored and sent, without depths unless it recommends one. */
export function recommendationRecord(
  result: EngineResult,
  { sector, machine }: SectorContext,
  { date, at }: { date: FarmDay; at: Date },
): Recommendation {
  const irrigates = result.action === "irrigate";
  const depth = (value: number, decimals: number) => (irrigates ? round(value, decimals) : null);
  const money = (value: number | null) => (value === null || machine.pumpKw <= 0 ? null : depth(value, 2));
  const { rainWait } = result;
  return {
    sectorId: sector._id,
    date,
    computedAt: at.toISOString(),
    action: result.action,
    rule: result.rule,
    waitUntil: result.waitDays ? addDays(date, result.waitDays) : null,
    netMm: depth(result.netMm, 2),
    grossMm: depth(result.grossMm, 2),
    passes: irrigates ? result.passes : null,
    depthPerPassMm: depth(result.depthPerPassMm, 2),
    percent: irrigates ? result.percent : null,
    hoursRev: depth(result.hoursRev, 3),
    hoursTotal: depth(result.hoursTotal, 3),
    hoursToday: depth(result.hoursToday, 3),
    hoursLeft: depth(result.hoursLeft, 3),
    leftMm: depth(result.leftMm, 2),
    volumeM3: depth(result.volumeM3, 1),
    energyKwh: machine.pumpKw > 0 ? depth(result.energyKwh, 1) : null,
    costBrl: money(result.costBrl),
    costTodayBrl: money(result.costTodayBrl),
    startAt: result.startAt,
    endAt: result.endAt,
    pauses: result.pauses,
    hoursToCritical: Number.isFinite(result.hoursToCritical) ? round(result.hoursToCritical, 1) : null,
    lossBrlMm: round(result.lossBrlMm, 2),
    waitCostBrl: round(result.waitCostBrl, 2),
    otherwiseMm: result.otherwiseMm === null ? null : round(result.otherwiseMm, 2),
    rainWait: rainWait && {
      rainMm: round(rainWait.rainMm, 1),
      expectedMm: round(rainWait.expectedMm, 1),
      savedBrl: round(rainWait.savedBrl, 2),
      riskedBrl: round(rainWait.riskedBrl, 2),
    },
    priority: 0,
    reasons: result.reasons.map(reasonRecord),
    blockedBy: result.blockedBy,
    blockedSince: null,
    cannotKeepUp: !result.keepsUp,
  };
}

export function reasonRecord({ key, value, unit, source, at }: EngineResult["reasons"][number]): Reason {
  const finite = typeof value === "number" && !Number.isFinite(value) ? null : value;
  return {
    key,
    value: typeof finite === "number" ? round(finite, 3) : finite,
    unit: unit || null,
    source: source ?? null,
    at: at ?? null,
  };
}
