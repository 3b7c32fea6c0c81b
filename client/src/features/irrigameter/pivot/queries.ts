import { PAGE_RECORDS_MAX } from "@lamina/shared/calls/endpoint";
import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { addDays, daysBetween, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import { LAST_ZONE } from "@lamina/shared/records/farm";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import type { ManagementReport } from "@lamina/shared/views/report";
import { queryOptions } from "@tanstack/react-query";
import { isMissing } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { everyItem } from "../../../api/pages.ts";
import type { OutboxEntry } from "../../../core/outbox/entry.ts";
import { sameCropBefore } from "../../../field/seasons.ts";
import { now } from "../../../platform/clock.ts";
import type { IrrigationCard } from "../board.ts";

const RECORD_DAYS = 30;

type Owner = Pick<Client, "_id">;

/** A watering, a day's rain or a note of a pivot. `at`: a moment, or the day of a rain. */
export interface PivotRecord {
  key: string;
  kind: "watering" | "planned" | "rain" | "note";
  at: string;
  sectorId: string | null;
  /** Null for a note. */
  amountMm: number | null;
  /** Of a note: its author. */
  source: string;
  note: string | null;
  photoId: string | null;
  /** Of a note: its version. */
  updatedAt?: string;
}

interface ClientRecords {
  waterings: (PivotRecord & { sectorId: string })[];
  rains: (PivotRecord & { farmId?: string | null | undefined })[];
  /** Null from an API without notes. */
  notes: (PivotRecord & { pivotId: string })[] | null;
}

/** The waterings, the recorded rain and the notes of a client in 30 days, in one query, so that every pivot's page has them offline. */
export function recordsQuery({ _id }: Owner) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "records"],
    async queryFn({ signal }): Promise<ClientRecords> {
      const since = now() - RECORD_DAYS * DAY_MS;
      const range = { ID: _id, from: new Date(since).toISOString(), limit: PAGE_RECORDS_MAX };
      const [waterings, rains, notes] = await Promise.all([
        everyItem((cursor) => call(views.wateringPage, { query: { ...range, ...cursor }, signal })),
        // The day in the zone whose day begins last, so that it is complete for every farm.
        everyItem((cursor) => {
          const query = { ...range, from: farmDay(since, LAST_ZONE), ...cursor };
          return call(views.rainPage, { query, signal });
        }),
        everyItem((cursor) => call(views.fieldNotePage, { query: { ...range, ...cursor }, signal })).catch(
          noneWithoutCall,
        ),
      ]);
      return {
        waterings: waterings.map(({ _id: key, start, sectorId, grossMm, source, note, photoId }) => ({
          key,
          kind: source === "plan" ? ("planned" as const) : ("watering" as const),
          at: start,
          sectorId,
          amountMm: grossMm,
          source,
          note: note ?? null,
          photoId: photoId ?? null,
        })),
        rains: rains
          .filter(({ source }) => source === "manual")
          .map(({ _id: key, date, sectorId, farmId, mm, source, note, photoId }) => ({
            key,
            kind: "rain" as const,
            at: date,
            sectorId: sectorId ?? null,
            farmId,
            amountMm: mm,
            source,
            note: note ?? null,
            photoId: photoId ?? null,
          })),
        notes:
          notes?.map(({ _id: key, at, pivotId, userName, note, photoId, updatedAt }) => ({
            key,
            kind: "note" as const,
            at,
            sectorId: null,
            pivotId,
            amountMm: null,
            source: userName ?? "",
            note: note ?? null,
            photoId: photoId ?? null,
            updatedAt,
          })) ?? null,
      };
    },
    meta: { field: "later", entities: ["Watering", "Rain", "FieldNote"] },
  });
}

/** An API without this call answers 404, and the other calls still count. */
function noneWithoutCall(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** The records of a pivot, newest first. */
export function pivotRecords(
  { waterings, rains, notes }: ClientRecords,
  { farm, pivot, sectors }: IrrigationCard,
): PivotRecord[] {
  const sectorIds = sectors.map(({ sector }) => sector._id);
  return [
    ...waterings.filter(({ sectorId }) => sectorIds.includes(sectorId)),
    ...rains.filter(({ sectorId, farmId }) => (sectorId ? sectorIds.includes(sectorId) : farmId === farm._id)),
    ...(notes ?? []).filter(({ pivotId }) => pivotId === pivot._id),
  ].sort((a, b) => b.at.localeCompare(a.at));
}

/** The records with the corrections and deletions of notes that the API has not received. */
export function withUnsentNotes(records: readonly PivotRecord[], entries: readonly OutboxEntry[]): PivotRecord[] {
  const waiting = entries.filter(({ problem }) => problem === null);
  return records.flatMap((record) => {
    const own = waiting.filter(
      ({ kind, fields }) => kind.startsWith("note-") && "_id" in fields && fields._id === record.key,
    );
    if (own.some(({ kind }) => kind === "note-removal")) return [];
    // The newest correction is the last.
    const [edit] = own.flatMap((entry) => (entry.kind === "note-edit" ? [entry.fields] : [])).slice(-1);
    return [edit ? { ...record, note: edit.note, photoId: edit.photoId } : record];
  });
}

type SectorReport = ManagementReport["sectors"][number];

/** A season of a sector and its totals from planting on. */
export interface SeasonTotals {
  season: PlantedSeason;
  totals: SectorReport["totals"];
}

/** The sector's season and the last one of its crop, each over the same number of days; `last` is null without data. */
export interface SeasonComparison {
  days: number;
  current: SeasonTotals;
  last: SeasonTotals | null;
}

/** The season of a card. */
export type PlantedSeason = NonNullable<SectorCard["season"]>;

/**
 * Compares the active season of a sector with the last one of its crop, over the days since planting.
 * @param today the farm's day; the totals end the day before
 */
export function seasonsQuery({ _id }: Owner, current: PlantedSeason, pivotId: string, today: FarmDay) {
  const to = addDays(today, -1);
  const days = daysBetween(current.plantingDate, to) + 1;
  return queryOptions({
    queryKey: [_id, "irrigameter", "seasons", current.sectorId, current.plantingDate, to],
    async queryFn({ signal }): Promise<SeasonComparison | null> {
      const totalsOf = async (season: PlantedSeason, end: FarmDay): Promise<SeasonTotals | null> => {
        const query = { ID: _id, from: season.plantingDate, to: end, pivotId, rows: "none" as const };
        const { sectors } = await call(views.managementReport, { query, signal });
        const own = sectors.find(
          ({ sectorId, plantingDate }) => sectorId === season.sectorId && plantingDate === season.plantingDate,
        );
        return own && (own.days ?? own.rows.length) > 0 ? { season, totals: own.totals } : null;
      };
      const seasons = await call(entities.season.getByClient, { query: { ID: _id }, signal });
      const planted = seasons.map((season) => ({ ...plantedOf(season), season }));
      const last = sameCropBefore(plantedOf(current), planted)?.season;
      const [own, before] = await Promise.all([
        totalsOf(current, to),
        last ? totalsOf(last, earlier(addDays(last.plantingDate, days - 1), last.harvestDate)) : null,
      ]);
      return own && { days, current: own, last: before };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { entities: ["Season", "Balance"], places: [pivotId, current.sectorId] },
  });
}

const plantedOf = ({ sectorId, cropId, plantingDate, harvestDate }: PlantedSeason) => ({
  ...{ sectorId, crop: cropId, start: plantingDate, end: harvestDate ?? null },
});

function earlier(day: FarmDay, end: FarmDay | null | undefined): FarmDay {
  return end && end < day ? end : day;
}
