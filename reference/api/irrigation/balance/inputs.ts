import { type FarmDay, farmDay, farmDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { Watering } from "@lamina/shared/records/irrigation";
import { and, asc, eq, gte, lte } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { adjustments, waterings } from "../../schema/irrigation.ts";
import { weatherDays } from "../../schema/weather.ts";
import { loadRain, type RainOfDays } from "../../weather/rain-of-days.ts";
import { observed } from "../sites/canopy.ts";
import { rainPlaceOf } from "../sites/gauges.ts";
import type { SectorContext } from "../sites/sectors.ts";
import type { DayRecord } from "./day-record.ts";
import { decidedDepths } from "./recommended-depths.ts";

/** Largest distance of a farm's midnight from UTC's. */
const ZONE_MARGIN_MS = 14 * HOUR_MS;

type WeatherDay = typeof weatherDays.$inferSelect;

/** All inputs and outputs of water of some sectors on some days, read at once. */
export interface BalanceInputs {
  /** One record per day, also for days without data. */
  daysOf(site: SectorContext, from: FarmDay, to: FarmDay): DayRecord[];
}

/**
 * Reads weather, rain, waterings, adjustments, observed covers and recommendations of sectors. A watering counts as a whole on the
 * farm-day on which it starts; one that is only planned, or has not begun by `now`, does not count yet. Rain counts as
 * in `loadRain`, or in `known`, which covers these days. The last adjustment of a day applies.
 */
export async function loadBalanceInputs(
  database: Database,
  sites: readonly SectorContext[],
  from: FarmDay,
  to: FarmDay,
  now?: Date,
  known?: RainOfDays,
): Promise<BalanceInputs> {
  const sectorIds = sites.map(({ sector }) => sector._id);
  const farmIds = [...new Set(sites.map(({ farm }) => farm._id))];
  const zoneOf = new Map(sites.map(({ sector, farm }) => [sector._id, farm.timezone] as const));
  const moments = {
    from: new Date(startOfFarmDay(from, "UTC") - ZONE_MARGIN_MS),
    to: new Date(startOfFarmDay(to, "UTC") + DAY_MS + ZONE_MARGIN_MS),
  };
  const weather = await database
    .select()
    .from(weatherDays)
    .where(and(anyOf(weatherDays.farmId, farmIds), gte(weatherDays.date, from), lte(weatherDays.date, to)));
  const places = new Map(sites.map((site) => [site.sector._id, rainPlaceOf(site)] as const));
  const rain = known ?? (await loadRain(database, [...places.values()], from, to));
  const applied = await database
    .select({
      sectorId: waterings.sectorId,
      start: waterings.start,
      grossMm: waterings.grossMm,
      netMm: waterings.netMm,
      source: waterings.source,
    })
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, sectorIds),
        gte(waterings.start, moments.from),
        lte(waterings.start, moments.to),
        eq(waterings.active, true),
      ),
    );
  const adjusted = await database
    .select({ sectorId: adjustments.sectorId, date: adjustments.date, drMm: adjustments.drMm })
    .from(adjustments)
    .where(and(anyOf(adjustments.sectorId, sectorIds), gte(adjustments.date, from), lte(adjustments.date, to)))
    .orderBy(asc(adjustments.createdAt), asc(adjustments._id));
  const covers = await observed(database, sectorIds, from, to);
  const recommended = await decidedDepths(database, sectorIds, from, to);

  const weatherOf = new Map(weather.map((day) => [keyOf(day.farmId, day.date), day] as const));
  const dayOf = (row: { sectorId: string; start: Date }) =>
    farmDay(row.start.getTime(), zoneOf.get(row.sectorId) ?? "UTC");
  const isAhead = ({ start }: { start: Date }) => now !== undefined && start.getTime() > now.getTime();
  const begun = applied.filter((row) => row.source !== "plan" && !isAhead(row));
  const ahead = applied.filter(isAhead);
  const grossOf = sums(begun, (row) => [row.sectorId, dayOf(row), row.grossMm]);
  const netOf = sums(begun, (row) => [row.sectorId, dayOf(row), row.netMm]);
  const sourcesOf = Map.groupBy(begun, (row) => keyOf(row.sectorId, dayOf(row)));
  const plannedGross = sums(ahead, (row) => [row.sectorId, dayOf(row), row.grossMm]);
  const plannedNet = sums(ahead, (row) => [row.sectorId, dayOf(row), row.netMm]);
  const adjustedOf = new Map(adjusted.map((row) => [keyOf(row.sectorId, row.date), row.drMm] as const));
  const coverOf = new Map(covers.map((row) => [keyOf(row.sectorId, row.date), row.cover] as const));

  const spans = new Map<string, FarmDay[]>();
  /** Cached, because most sectors request the same days. */
  const span = (first: FarmDay, last: FarmDay) => {
    const days = spans.get(`${first} ${last}`) ?? farmDays(first, last);
    spans.set(`${first} ${last}`, days);
    return days;
  };

  return {
    daysOf: ({ sector, farm }, first, last) =>
      span(first, last).map((date) => {
        const key = keyOf(sector._id, date);
        const day = weatherOf.get(keyOf(farm._id, date));
        const place = places.get(sector._id);
        const { mm, state, gauge } = place === undefined ? NO_RAIN : rain.on(place, date);
        return {
          date,
          eto: day?.eto ?? null,
          measured: isMeasured(day, state),
          rain: mm ?? 0,
          rainSource: state === "manual" ? "manual" : mm === null ? null : "station",
          rainState: state,
          gauge,
          irrGross: grossOf.get(key) ?? 0,
          irrNet: netOf.get(key) ?? 0,
          irrSource: only(sourcesOf.get(key)),
          planned: { grossMm: plannedGross.get(key) ?? 0, netMm: plannedNet.get(key) ?? 0 },
          u2: day?.wind2m ?? null,
          rhMin: day?.rhMin ?? null,
          tMax: day?.tMax ?? null,
          tMin: day?.tMin ?? null,
          adjustedDr: adjustedOf.get(key),
          cover: coverOf.get(key),
          recommendedMm: recommended.get(key),
        };
      }),
  };
}

const NO_RAIN = { mm: null, state: null, hours: null, gauge: null };

/** Key of a place on a day. */
const keyOf = (id: string, date: FarmDay) => `${id} ${date}`;

function isMeasured(day: WeatherDay | undefined, rain: DayRecord["rainState"]): boolean {
  if (rain !== "measured" && rain !== "manual") return false;
  return day?.etoMethod === "pm" && day.missing.every((input) => input === "rain");
}

function only(applied: readonly { source: Watering["source"] }[] = []): DayRecord["irrSource"] {
  const [source = null, ...others] = new Set(applied.map((watering) => watering.source));
  return others.length > 0 ? "several" : source;
}

function sums<Row>(rows: readonly Row[], entry: (row: Row) => [id: string, date: FarmDay, mm: number]) {
  const total = new Map<string, number>();
  for (const row of rows) {
    const [id, date, mm] = entry(row);
    const key = keyOf(id, date);
    total.set(key, (total.get(key) ?? 0) + mm);
  }
  return total;
}
