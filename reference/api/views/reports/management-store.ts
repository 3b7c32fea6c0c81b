import type { RequiredDay } from "@lamina/agronomy/machine/required-depth";
import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { type RunFigures, recommendedRun } from "@lamina/shared/records/run-figures";
import { and, asc, between, eq, getTableColumns, gte, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { ofFarms } from "../../farms/sector-filter.ts";
import { farms, pivotSectors, pivots, soils } from "../../schema/farms.ts";
import { adjustments, balances, crops, recommendations, seasons, waterings } from "../../schema/irrigation.ts";

/** A sector with the fields of its report's head. */
export interface ReportSector {
  sector: typeof pivotSectors.$inferSelect;
  pivot: typeof pivots.$inferSelect;
  farm: typeof farms.$inferSelect;
  soil: typeof soils.$inferSelect;
}
export interface ReportSeason {
  season: typeof seasons.$inferSelect;
  crop: typeof crops.$inferSelect;
}
export type ReportRow = Omit<typeof balances.$inferSelect, "state">;
/** The run that was recommended on a day; `isPlanned`: with the money of the plan of that day. */
export type RecommendedRun = RunFigures & { isPlanned: boolean };
/** Setting, passes and notes of a day of a sector. */
export interface ReportDay {
  percent: number | null;
  /** Waterings with a known setting. */
  passes: number;
  notes: string[];
}

export const managementStore = {
  async sectors(
    database: Database,
    clientId: string,
    {
      farmIds,
      pivotId,
      sectorId,
    }: { farmIds: readonly string[]; pivotId?: string | undefined; sectorId?: string | undefined },
  ): Promise<ReportSector[]> {
    return database
      .select({ sector: pivotSectors, pivot: pivots, farm: farms, soil: soils })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .innerJoin(farms, eq(farms._id, pivots.farmId))
      .innerJoin(soils, eq(soils._id, pivotSectors.soilId))
      .where(
        and(
          eq(pivotSectors.clientId, clientId),
          ofFarms(farms._id, farmIds),
          pivotId === undefined ? undefined : eq(pivots._id, pivotId),
          sectorId === undefined ? undefined : eq(pivotSectors._id, sectorId),
        ),
      )
      .orderBy(asc(farms.name), asc(pivots.name), asc(pivotSectors.name), asc(pivotSectors._id));
  },

  async seasons(database: Database, sectorIds: readonly string[]): Promise<Map<string, ReportSeason>> {
    const rows = await database
      .select({ season: seasons, crop: crops })
      .from(seasons)
      .innerJoin(crops, eq(crops._id, seasons.cropId))
      .where(anyOf(seasons.sectorId, sectorIds));
    return new Map(rows.map((row) => [row.season._id, row] as const));
  },

  /** Rows of the days. */
  async rows(database: Database, sectorIds: readonly string[], from: FarmDay, to: FarmDay): Promise<ReportRow[]> {
    const { state: _, ...columns } = getTableColumns(balances);
    return database
      .select(columns)
      .from(balances)
      .where(and(anyOf(balances.sectorId, sectorIds), between(balances.date, from, to)))
      .orderBy(asc(balances.sectorId), asc(balances.date));
  },

  /** Recommended and applied depths of some seasons before a day, by season and in order. */
  async earlier(
    database: Database,
    seasonIds: readonly string[],
    before: FarmDay,
  ): Promise<Map<string, (RequiredDay & { seasonId: string })[]>> {
    const { seasonId, recommendedMm, irrGross, rainEff } = balances;
    const rows = await database
      .select({ seasonId, recommendedMm, irrGross, rainEff })
      .from(balances)
      .where(and(anyOf(seasonId, seasonIds), lt(balances.date, before)))
      .orderBy(asc(balances.date));
    return Map.groupBy(rows, (row) => row.seasonId);
  },

  /** By sector and day. The whole recommendation, some kilobytes, is read only where the plan of its day is missing. */
  async recommended(
    database: Database,
    sectorIds: readonly string[],
    from: FarmDay,
    to: FarmDay,
  ): Promise<Map<string, RecommendedRun>> {
    const { sectorId, date, run, recommendation } = recommendations;
    const rows = await database
      .select({
        sectorId,
        date,
        run,
        unplanned: sql<Recommendation | null>`case when ${run} is null then ${recommendation} end`,
      })
      .from(recommendations)
      .where(
        and(
          anyOf(sectorId, sectorIds),
          between(date, from, to),
          or(isNotNull(run), eq(sql`${recommendation}->>'action'`, "irrigate")),
        ),
      );
    return new Map(
      rows.flatMap(({ sectorId, date, run, unplanned }) => {
        const own = run ?? recommendedRun(unplanned);
        return own ? [[dayKey(sectorId, date), { ...own, isPlanned: run !== null }] as const] : [];
      }),
    );
  },

  /** The waits that were recommended, by sector and day. */
  async waits(
    database: Database,
    sectorIds: readonly string[],
    from: FarmDay,
    to: FarmDay,
  ): Promise<Map<string, Pick<Recommendation, "waitUntil" | "otherwiseMm">>> {
    const { sectorId, date, recommendation } = recommendations;
    const rows = await database
      .select({
        sectorId,
        date,
        waitUntil: sql<string | null>`${recommendation}->>'waitUntil'`,
        otherwiseMm: sql<number | null>`(${recommendation}->>'otherwiseMm')::float8`,
      })
      .from(recommendations)
      .where(and(anyOf(sectorId, sectorIds), between(date, from, to), eq(sql`${recommendation}->>'action'`, "wait")));
    return new Map(rows.map(({ sectorId, date, ...wait }) => [dayKey(sectorId, date), wait] as const));
  },

  /** Settings and notes of waterings and adjustments, by sector and day. */
  async days(
    database: Database,
    sectors: readonly ReportSector[],
    from: FarmDay,
    to: FarmDay,
  ): Promise<Map<string, ReportDay>> {
    const zones = new Map(sectors.map(({ sector, farm }) => [sector._id, farm.timezone] as const));
    const sectorIds = [...zones.keys()];
    const applied = await database
      .select({
        sectorId: waterings.sectorId,
        start: waterings.start,
        percent: waterings.percent,
        reason: waterings.reason,
        note: waterings.note,
      })
      .from(waterings)
      .where(
        and(
          anyOf(waterings.sectorId, sectorIds),
          gte(waterings.start, new Date(`${from}T00:00:00Z`)),
          // Farms are west of Greenwich, so their day ends on the next day of UTC.
          lt(waterings.start, new Date(`${addDays(to, 2)}T00:00:00Z`)),
          ne(waterings.source, "plan"),
        ),
      )
      .orderBy(asc(waterings.start), asc(waterings._id));
    const adjusted = await database
      .select({ sectorId: adjustments.sectorId, date: adjustments.date, reason: adjustments.reason })
      .from(adjustments)
      .where(and(anyOf(adjustments.sectorId, sectorIds), between(adjustments.date, from, to)));

    const days = new Map<string, ReportDay>();
    const at = (sectorId: string, date: FarmDay): ReportDay => {
      const key = dayKey(sectorId, date);
      const known = days.get(key) ?? { percent: null, passes: 0, notes: [] };
      days.set(key, known);
      return known;
    };
    for (const { sectorId, start, percent, reason, note } of applied) {
      const day = at(sectorId, farmDay(start.getTime(), zones.get(sectorId) ?? "UTC"));
      day.percent = percent ?? day.percent;
      if (percent !== null) day.passes += 1;
      day.notes.push(...[reason, note].filter((text) => text !== null));
    }
    for (const { sectorId, date, reason } of adjusted) at(sectorId, date).notes.push(reason);
    return days;
  },
};

export const dayKey = (sectorId: string, date: FarmDay) => `${sectorId} ${date}`;
