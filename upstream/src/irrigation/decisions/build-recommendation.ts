import type { SectorStatus } from "@lamina/agronomy/balance/status";
import { recommend } from "@lamina/agronomy/plan/recommendation";
import type { FarmClock } from "@lamina/agronomy/plan/tariff";
import { type FarmDay, startOfFarmDay } from "@lamina/shared/farm-time";
import type { Reason, Recommendation } from "@lamina/shared/irrigation";
import { round } from "@lamina/shared/units";
import type { SectorContext } from "../sites/sectors.ts";
import { blockersOf } from "./blockers.ts";
import { explainBalance } from "./explain.ts";
import { irrigateOn, projectedRows } from "./projection.ts";
import type { SectorState } from "./sector-state.ts";

const MINUTE_MS = 60_000;

/** What to do with a sector today, with its reasons. `priority` is set among the sectors of the client afterwards. */
export function buildRecommendation(state: SectorState, now: Date): Recommendation {
  const { site, season, last, settings, today, drNow } = state;
  const blockers = blockersOf(state, now);
  const withRain = projectedRows(state, { rain: true });
  const result = recommend({
    active: season !== undefined,
    blockers,
    dr: drNow,
    raw: last?.raw ?? 0,
    taw: last?.taw ?? 0,
    dp: last?.dp ?? 0,
    outlook: withRain.map(({ date, etc, rainEff }) => ({
      etc,
      rainEff: date === today ? expectedRain(state) : rainEff,
    })),
    ...(last && { expectedEtc: last.etc }),
    machine: site.machine,
    tariff: settings.tariff,
    clock: farmClockAt(site, today, now),
    waitDays: settings.statusMargins.waitDays,
  });
  return {
    ...wireResult(result, site, { date: today, at: now }),
    waitUntil: result.action === "wait" ? waitUntil(state, result.status) : null,
    reasons: [...(blockers.length > 0 ? [] : explainBalance(state)), ...result.reasons.map(wireReason)],
    blockedSince: blockers[0]?.at ?? null,
    missingRain: state.rainHole ?? null,
  };
}

/** What the engine recommends, as it is stored and sent: nothing of a depth where none is recommended. */
export function wireResult(
  result: EngineResult,
  { sector, machine }: SectorContext,
  { date, at }: { date: FarmDay; at: Date },
): Recommendation {
  const irrigates = result.action === "irrigate";
  const depth = (value: number, decimals: number) => (irrigates ? round(value, decimals) : null);
  const hasPump = machine.pumpKw > 0;
  return {
    sectorId: sector._id,
    date,
    computedAt: at.toISOString(),
    action: result.action,
    waitUntil: null,
    netMm: depth(result.netMm, 2),
    grossMm: depth(result.grossMm, 2),
    percent: irrigates ? result.percent : null,
    hoursRev: depth(result.hoursRev, 3),
    volumeM3: depth(result.volumeM3, 1),
    energyKwh: hasPump ? depth(result.energyKwh, 1) : null,
    costBrl: result.costBrl === null || !hasPump ? null : depth(result.costBrl, 2),
    startAt: result.startAt,
    endAt: result.endAt,
    hoursToCritical: Number.isFinite(result.hoursToCritical) ? round(result.hoursToCritical, 1) : null,
    priority: 0,
    reasons: result.reasons.map(wireReason),
    blockedBy: result.blockedBy,
    blockedSince: null,
    cannotKeepUp: !result.keepsUp,
  };
}

/** The day to come that turns yellow without rain; where rain is waited for, the one that turns yellow again after it. */
function waitUntil(state: SectorState, status: SectorStatus): string | null {
  if (status !== "irrigate") {
    return irrigateOn(projectedRows(state, { rain: false }).filter(({ date }) => date > state.today));
  }
  const rows = projectedRows(state, { rain: true });
  const rained = rows.findIndex((row) => irrigateOn([row]) === null);
  return rained < 0 ? null : irrigateOn(rows.slice(rained));
}

/** Forecast rain of today that has not fallen yet: what fell is already in the depletion. */
function expectedRain({ outlook, today }: SectorState): number {
  return outlook.find(({ date }) => date === today)?.rainForecast ?? 0;
}

/** The farm's clock at a moment of a day. */
export function farmClockAt({ farm }: SectorContext, day: FarmDay, now: Date): FarmClock {
  const midnight = startOfFarmDay(day, farm.timezone);
  return {
    midnight,
    weekday: new Date(`${day}T00:00:00Z`).getUTCDay(),
    nowMinute: (now.getTime() - midnight) / MINUTE_MS,
  };
}

type EngineResult = ReturnType<typeof recommend>;
type EngineReason = EngineResult["reasons"][number];

export function wireReason({ key, value, unit, source, at }: EngineReason): Reason {
  const finite = typeof value === "number" && !Number.isFinite(value) ? null : value;
  return {
    key,
    value: typeof finite === "number" ? round(finite, 3) : finite,
    unit: unit || null,
    source: source ?? null,
    at: at ?? null,
  };
}
