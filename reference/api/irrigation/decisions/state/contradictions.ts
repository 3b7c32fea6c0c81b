import { needsWater } from "@lamina/agronomy/balance/status";
import { addDays } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import { and, desc, eq, gte, ne, sql } from "drizzle-orm";
import { anyOf } from "../../../core/database/arrays.ts";
import type { Database } from "../../../core/database/open.ts";
import { adjustments, detections, recommendations } from "../../../schema/irrigation.ts";
import type { Telemetry } from "../../../telemetry/service.ts";
import { type Contradiction, type SectorState, statusNow } from "./sector-state.ts";
import { loadSummaries } from "./sensor-summaries.ts";
import type { NamedSummary } from "./sensor-summary.ts";

/** Older detections no longer block, days (when they are also withdrawn). */
const OPEN_DAYS = 14;

export interface EvidenceSources {
  database: Database;
  telemetry: Pick<Telemetry, "latest" | "hourAggregates">;
}

/**
 * Adds contradictions of the balance to states: an open detection, or probes that differ by more than the client's
 * limit. Also returns the probes' summaries. A person's recent adjustment overrides the probes for the client's days of
 * trust.
 */
export async function withContradictions(
  sources: EvidenceSources,
  states: readonly SectorState[],
  now: Date,
): Promise<{ states: SectorState[]; summaries: Map<string, NamedSummary[]> }> {
  const known = states.filter(({ season, fresh }) => season !== undefined && fresh);
  const sectorIds = known.map(({ site }) => site.sector._id);
  const [open, looked, summaries] = await Promise.all([
    openSince(sources.database, sectorIds, now),
    lastInspections(sources.database, sectorIds, now),
    loadSummaries(sources, states, now),
  ]);
  const compared = states.map((state) => {
    const sectorId = state.site.sector._id;
    const found = known.includes(state)
      ? (byDetection(state, open.get(sectorId)?.[0]) ??
        (isTrusted(state, looked.get(sectorId), now) ? null : probeContradiction(state, summaries.get(sectorId) ?? [])))
      : null;
    return { ...state, contradiction: found };
  });
  return { states: await withBeginnings(sources.database, compared), summaries };
}

/** Whether the contradiction affects the recommendation: by the rule of the card, one of the two indicates a need for water. */
export function holdsAdvice(state: SectorState): boolean {
  const { contradiction, status } = state;
  if (contradiction === null || state.last === undefined) return false;
  if (needsWater(status)) return true;
  return contradiction.by === "probe" && needsWater(statusNow({ ...state, drNow: contradiction.measuredMm }));
}

type Detection = typeof detections.$inferSelect;

function byDetection(state: SectorState, detection: Detection | undefined): Contradiction | null {
  if (detection === undefined || detection.date < addDays(state.today, -OPEN_DAYS)) return null;
  return {
    by: "detection",
    balanceMm: round(state.drNow, 1),
    measuredMm: round(detection.estimatedMm, 1),
    detectionId: detection._id,
    at: detection.date,
  };
}

/** The mean of the probes, or the probe that differs most where none of them agrees and their differences cancel. */
export function probeContradiction(state: SectorState, summaries: readonly NamedSummary[]): Contradiction | null {
  const measured = summaries.flatMap(({ drMm, date }) => (drMm === null ? [] : { drMm, date }));
  if (measured.length === 0 || state.last === undefined) return null;
  const tolerated = (state.last.taw * state.settings.statusMargins.differencePct) / 100;
  const differs = (drMm: number) => Math.abs(drMm - state.drNow) > tolerated;
  const mean = measured.reduce((sum, { drMm }) => sum + drMm, 0) / measured.length;
  const farthest = measured.reduce(
    (a, { drMm }) => (Math.abs(drMm - state.drNow) > Math.abs(a - state.drNow) ? drMm : a),
    mean,
  );
  const contrary = differs(mean) ? mean : measured.every(({ drMm }) => differs(drMm)) ? farthest : null;
  if (contrary === null) return null;
  const at = measured.flatMap(({ date }) => date ?? []).reduce((a, b) => (a > b ? a : b), "");
  return { by: "probe", balanceMm: round(state.drNow, 1), measuredMm: round(contrary, 1), detectionId: null, at };
}

/** A contradiction of the probes begins with the reading of the first decision that saw it, and not with the newest one. */
async function withBeginnings(database: Database, states: SectorState[]): Promise<SectorState[]> {
  const contradicted = states.filter(({ contradiction }) => contradiction?.by === "probe");
  const [earliest] = contradicted.map(({ today }) => addDays(today, -1)).sort();
  if (earliest === undefined) return states;
  const sectorIds = contradicted.map(({ site }) => site.sector._id);
  const rows = await database
    .selectDistinctOn([recommendations.sectorId], {
      sectorId: recommendations.sectorId,
      date: recommendations.date,
      before: sql<Contradiction | null>`${recommendations.recommendation}->'contradiction'`,
    })
    .from(recommendations)
    .where(and(anyOf(recommendations.sectorId, sectorIds), gte(recommendations.date, earliest)))
    .orderBy(recommendations.sectorId, desc(recommendations.date));
  const decided = new Map(rows.map((row) => [row.sectorId, row] as const));
  return states.map((state) => {
    const { contradiction, site, today } = state;
    const last = decided.get(site.sector._id);
    if (contradiction?.by !== "probe" || last?.before?.by !== "probe" || last.date < addDays(today, -1)) return state;
    return { ...state, contradiction: { ...contradiction, at: last.before.at } };
  });
}

function isTrusted({ settings }: SectorState, looked: Date | undefined, now: Date): boolean {
  return looked !== undefined && now.getTime() - looked.getTime() <= settings.advice.trustDays * DAY_MS;
}

async function openSince(database: Database, sectorIds: readonly string[], now: Date) {
  const since = new Date(now.getTime() - (OPEN_DAYS + 2) * DAY_MS).toISOString().slice(0, 10);
  const rows = await database
    .select()
    .from(detections)
    .where(
      and(
        anyOf(detections.sectorId, sectorIds),
        eq(detections.state, "open"),
        // The depth of a meter's question is no water in the soil.
        ne(detections.evidence, "meter"),
        gte(detections.date, since),
      ),
    )
    .orderBy(desc(detections.date));
  return Map.groupBy(rows, ({ sectorId }) => sectorId);
}

/** Time of each sector's last adjustment. */
async function lastInspections(
  database: Database,
  sectorIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  const rows = await database
    .select({ sectorId: adjustments.sectorId, createdAt: adjustments.createdAt })
    .from(adjustments)
    .where(
      and(anyOf(adjustments.sectorId, sectorIds), gte(adjustments.createdAt, new Date(now.getTime() - 31 * DAY_MS))),
    )
    .orderBy(adjustments.createdAt, adjustments._id);
  return new Map(rows.map(({ sectorId, createdAt }) => [sectorId, createdAt] as const));
}
