import { addDays, type FarmDay, farmDays } from "@lamina/shared/core/farm-time";
import type { RainDoubt } from "@lamina/shared/records/weather";
import { and, gt, gte, max, ne, or } from "drizzle-orm";
import { anyOf } from "../../../core/database/arrays.ts";
import type { Database } from "../../../core/database/open.ts";
import { adjustments, balances } from "../../../schema/irrigation.ts";
import type { DayRain, RainOfDays } from "../../../weather/rain-of-days.ts";
import { rainPlaceOf } from "../../sites/gauges.ts";
import type { SectorContext, SectorSeason } from "../../sites/sectors.ts";

/** Days with unknown rain, since the soil water of a sector was last known; in order. */
export interface RainHole {
  /** Serial of the gauge that should have measured. */
  gauge: string | null;
  days: FarmDay[];
  /** Where the gauge measured but is not believed. */
  doubt: RainDoubt | null;
}

/** How far back gaps are searched, days. */
export const HOLE_DAYS = 60;
/** Minimum hours with readings for a gauge's day to count as known, h. */
const MIN_HOURS = 12;

/** Inputs for the gaps of a sector. */
interface HoleSite {
  site: SectorContext;
  season: SectorSeason | undefined;
  today: FarmDay;
}

/**
 * The gaps of sectors in season. The soil water is known at planting, after an adjustment, and after drainage below the
 * roots, because unknown rain could not have made the soil wetter. Days before a gauge's first reading and the day of
 * that reading are no gap, because people record the rain; only yesterday is a gap where a gauge exists. Doubted rain is
 * one on each day, also today. `rain` is that of the last `HOLE_DAYS` and of today.
 */
export async function loadRainHoles(
  database: Database,
  given: readonly HoleSite[],
  rain: RainOfDays,
): Promise<Map<string, RainHole>> {
  const active = given.filter(({ season }) => season !== undefined);
  const days = given.map(({ today }) => today).sort();
  const [first] = days;
  if (active.length === 0 || first === undefined) return new Map();
  const activeIds = active.map(({ site }) => site.sector._id);
  const known = await lastKnownDays(database, activeIds, addDays(first, -HOLE_DAYS));
  const daysBefore = new Map([...new Set(days)].map((day) => [day, farmDays(addDays(day, -HOLE_DAYS), day)] as const));
  return new Map(
    active.flatMap(({ site, season, today }) => {
      if (season === undefined) return [];
      const place = rainPlaceOf(site);
      const knownOn = known.get(site.sector._id);
      const since = knownOn === undefined ? season.season.plantingDate : addDays(knownOn, 1);
      const hole = holeOf(
        (daysBefore.get(today) ?? []).map((date) => ({
          date,
          ...rain.on(place, date),
          isMeasured: rain.isMeasured(place, date),
        })),
        since,
      );
      return hole.days.length > 0 ? [[site.sector._id, hole] as const] : [];
    }),
  );
}

/** The gap days among consecutive days that end with today. */
function holeOf(days: readonly ({ date: FarmDay; isMeasured: boolean } & DayRain)[], since: FarmDay): RainHole {
  let hasReport = false;
  const missing = days.filter(({ state, hours, isMeasured }, index) => {
    if (state === "doubted") return true;
    const isToday = index === days.length - 1;
    const isExpected = !isToday && (hasReport || index === days.length - 2);
    hasReport ||= isMeasured;
    if (state === "missing") return isExpected;
    return isExpected && state === "incomplete" && hours !== null && hours < MIN_HOURS;
  });
  const own = missing.filter(({ date }) => date >= since);
  const [most] = own.filter(({ doubt }) => doubt).toSorted((a, b) => (b.doubt?.mm ?? 0) - (a.doubt?.mm ?? 0));
  const { gauge, doubt } = most ?? own[0] ?? {};
  const doubted = own.filter((day) => day.doubt && day.doubt.sensorId === doubt?.sensorId).map(({ date }) => date);
  return {
    gauge: gauge?.name ?? null,
    days: own.map(({ date }) => date),
    doubt: doubt ? { ...doubt, days: doubted } : null,
  };
}

async function lastKnownDays(
  database: Database,
  sectorIds: readonly string[],
  from: FarmDay,
): Promise<Map<string, FarmDay>> {
  const drained = await database
    .select({ sectorId: balances.sectorId, date: max(balances.date) })
    .from(balances)
    .where(
      and(
        anyOf(balances.sectorId, sectorIds),
        gte(balances.date, from),
        or(gt(balances.dp, 0), gt(balances.toSubsoil, 0), ne(balances.adjustedMm, 0)),
      ),
    )
    .groupBy(balances.sectorId);
  const adjusted = await database
    .select({ sectorId: adjustments.sectorId, date: max(adjustments.date) })
    .from(adjustments)
    .where(and(anyOf(adjustments.sectorId, sectorIds), gte(adjustments.date, from)))
    .groupBy(adjustments.sectorId);
  const known = new Map<string, FarmDay>();
  for (const { sectorId, date } of [...drained, ...adjusted])
    if (date !== null && date > (known.get(sectorId) ?? "")) known.set(sectorId, date);
  return known;
}
