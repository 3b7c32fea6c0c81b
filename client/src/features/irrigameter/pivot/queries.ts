import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { addDays, daysBetween, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import type { Season } from "@lamina/shared/records/crop";
import type { ManagementReport } from "@lamina/shared/views/report";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { now } from "../../../platform/clock.ts";
import type { IrrigationCard } from "../board.ts";

const RECORD_DAYS = 30;
const MOST_RECORDS = 1000;

type Owner = Pick<Client, "_id">;

/** A watering or a day's rain of a pivot. `at`: a moment, or the day of a rain. */
export interface PivotRecord {
  key: string;
  kind: "watering" | "planned" | "rain";
  at: string;
  sectorId: string | null;
  amountMm: number;
  source: string;
  note: string | null;
}

/** The waterings and the recorded rain of a pivot in 30 days, newest first. */
export function pivotRecordsQuery({ _id }: Owner, { pivot, farm, sectors }: IrrigationCard) {
  const sectorIds = sectors.map(({ sector }) => sector._id);
  return queryOptions({
    queryKey: [_id, "irrigameter", "records", pivot._id],
    async queryFn({ signal }): Promise<PivotRecord[]> {
      const since = now() - RECORD_DAYS * DAY_MS;
      const range = { ID: _id, from: new Date(since).toISOString(), limit: MOST_RECORDS };
      const [waterings, rains] = await Promise.all([
        call(views.wateringPage, { query: range, signal }),
        call(views.rainPage, { query: { ...range, from: farmDay(since, farm.timezone) }, signal }),
      ]);
      return [
        ...waterings.items
          .filter(({ sectorId }) => sectorIds.includes(sectorId))
          .map(({ _id: key, start, sectorId, grossMm, source, note }) => ({
            key,
            kind: source === "plan" ? ("planned" as const) : ("watering" as const),
            at: start,
            sectorId,
            amountMm: grossMm,
            source,
            note: note ?? null,
          })),
        ...rains.items
          .filter(({ sectorId, farmId }) => (sectorId ? sectorIds.includes(sectorId) : farmId === farm._id))
          .filter(({ source }) => source === "manual")
          .map(({ _id: key, date, sectorId, mm, source, note }) => ({
            key,
            kind: "rain" as const,
            at: date,
            sectorId: sectorId ?? null,
            amountMm: mm,
            source,
            note: note ?? null,
          })),
      ].sort((a, b) => b.at.localeCompare(a.at));
    },
    meta: { entities: ["Watering", "Rain"] },
  });
}

type SectorReport = ManagementReport["sectors"][number];

/** A season of a sector and its totals from planting on. */
export interface SeasonTotals {
  season: Season;
  totals: SectorReport["totals"];
}

/** The sector's season and the one before it, each over the same number of days; `last` is null without data. */
export interface SeasonComparison {
  days: number;
  current: SeasonTotals;
  last: SeasonTotals | null;
}

/**
 * Compares the active season of a sector with the one before it, over the days since planting.
 * @param today the farm's day; the totals end the day before
 */
export function seasonsQuery({ _id }: Owner, current: Season, pivotId: string, today: FarmDay) {
  const to = addDays(today, -1);
  const days = daysBetween(current.plantingDate, to) + 1;
  return queryOptions({
    queryKey: [_id, "irrigameter", "seasons", current._id, to],
    async queryFn({ signal }): Promise<SeasonComparison | null> {
      const totalsOf = async (season: Season, end: FarmDay): Promise<SeasonTotals | null> => {
        const query = { ID: _id, from: season.plantingDate, to: end, pivotId };
        const { sectors } = await call(views.managementReport, { query, signal });
        const own = sectors.find(
          ({ sectorId, plantingDate }) => sectorId === season.sectorId && plantingDate === season.plantingDate,
        );
        return own && own.rows.length > 0 ? { season, totals: own.totals } : null;
      };
      const seasons = await call(entities.season.getByClient, { query: { ID: _id }, signal });
      const last = seasons
        .filter(({ sectorId, plantingDate }) => sectorId === current.sectorId && plantingDate < current.plantingDate)
        .sort((a, b) => b.plantingDate.localeCompare(a.plantingDate))[0];
      const [own, before] = await Promise.all([
        totalsOf(current, to),
        last ? totalsOf(last, earlier(addDays(last.plantingDate, days - 1), last.harvestDate)) : null,
      ]);
      return own && { days, current: own, last: before };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { entities: ["Season", "Balance"] },
  });
}

function earlier(day: FarmDay, end: FarmDay | null | undefined): FarmDay {
  return end && end < day ? end : day;
}
