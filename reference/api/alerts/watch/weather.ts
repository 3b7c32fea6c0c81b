import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { kmhOfMs } from "@lamina/shared/core/units";
import type { Config } from "@lamina/shared/records/config";
import type { Variable } from "@lamina/shared/records/telemetry";
import { isRain, RAIN_VARIABLES } from "@lamina/shared/records/variables";
import { and, desc, eq, gte } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import { isStale, staleAt } from "../../farms/settings/staleness.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import { forecastDays } from "../../schema/weather.ts";
import type { LatestReading, Telemetry } from "../../telemetry/service.ts";
import { type FarmNode, type FarmTree, farmLink, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { text } from "./text.ts";

/** Days ahead for which a forecast of frost is reported. */
const FROST_DAYS = 1;

export const WATCHED_WEATHER = ["airTemp", "airHum", "wind", ...RAIN_VARIABLES] as const satisfies readonly Variable[];
type Watched = (typeof WATCHED_WEATHER)[number];

/** Whether readings of a variable may raise an alert. */
export const isWatchedWeather = (variable: string) => (WATCHED_WEATHER as readonly string[]).includes(variable);

/** A reading that is not stale by the client's limit, and the moment from which it is. */
interface FreshReading extends LatestReading {
  variable: Watched;
  staleAt: Date;
}

interface Gauge {
  _id: string;
  farmId: string;
  variable: Watched;
}

/** Weather at the stations of farms: cold, dry air, wind, and the rain of the day. */
export async function watchStations(
  database: Database,
  telemetry: Pick<Telemetry, "latest" | "dayAggregates">,
  sites: FarmTree,
  now: Date,
): Promise<Observation[]> {
  const gauges = await loadGauges(database, sites);
  const latest = await telemetry.latest(gauges.filter(({ variable }) => !isRain(variable)).map(({ _id }) => _id));
  const rain = await rainToday(telemetry, gauges, sites, now);
  const settings = await clientSettings(database, sites.clientIds);
  return [...sites.farms.values()].flatMap((farm) => {
    const limits = settings.get(farm.clientId)?.staleLimits;
    const own = limits === undefined ? [] : freshReadings(gauges, latest, { farmId: farm._id, limits }, now);
    const read = (wanted: Watched) => own.filter(({ variable }) => variable === wanted);
    const [coldest] = read("airTemp").toSorted((one, other) => one.value - other.value);
    const [driest] = read("airHum").toSorted((one, other) => one.value - other.value);
    const [windiest] = read("wind").toSorted((one, other) => other.value - one.value);
    return [
      ...(coldest ? [cold(farm, coldest, now)] : []),
      ...(driest ? [dryness(farm, driest, now)] : []),
      ...(windiest ? [wind(farm, windiest, now)] : []),
      ...rained(farm, rain.get(farm._id), now),
    ];
  });
}

/** Fresh and valid readings of a farm's stations. */
function freshReadings(
  gauges: readonly Gauge[],
  latest: ReadonlyMap<string, LatestReading>,
  { farmId, limits }: { farmId: string; limits: Config["staleLimits"] },
  now: Date,
): FreshReading[] {
  return gauges.flatMap(({ _id, farmId: own, variable }) => {
    const reading = own === farmId ? latest.get(_id) : undefined;
    if (!reading || (reading.flag !== null && reading.flag !== "late")) return [];
    return isStale(reading.at, "weather", limits, now)
      ? []
      : [{ ...reading, variable, staleAt: staleAt(reading.at, "weather", limits) }];
  });
}

function cold(farm: FarmNode, { value, at, staleAt }: FreshReading, now: Date): Observation {
  const message = () => text.coldNow(farm.name, value, at, farm.timezone);
  return { ...about(farm, "frost", "/charts/airtemperature", now), value, message, changesAt: () => staleAt.getTime() };
}

function dryness(farm: FarmNode, { value, at, staleAt }: FreshReading, now: Date): Observation {
  const message = () => text.dryAir(farm.name, value, at, farm.timezone);
  return {
    ...about(farm, "low-humidity", "/charts/airhumidity", now),
    value,
    message,
    changesAt: () => staleAt.getTime(),
  };
}

function wind(farm: FarmNode, { value, at, staleAt }: FreshReading, now: Date): Observation {
  const kmh = kmhOfMs(value);
  const message = () => text.wind(farm.name, kmh, at, farm.timezone);
  return {
    ...about(farm, "wind", "/forecast/forecastdaily", now),
    value: kmh,
    message,
    changesAt: () => staleAt.getTime(),
  };
}

function rained(farm: FarmNode, mm: number | undefined, now: Date): Observation[] {
  if (mm === undefined) return [];
  const today = farmDay(now.getTime(), farm.timezone);
  const message = () => text.rained(farm.name, mm, now, farm.timezone);
  const base = about(farm, "rain", "/charts/pluviometry", now);
  return [{ ...base, subject: `${farm._id}:${today}`, value: mm, message }];
}

function about(farm: FarmNode, type: Observation["types"][0], path: string, now: Date) {
  const { timezone } = farm;
  // A repeated situation is reported once a day.
  const since = farmDay(now.getTime(), timezone);
  return {
    types: [type] as const,
    subject: farm._id,
    since,
    place: placeOf(farm),
    timezone,
    link: farmLink(path, farm),
  };
}

async function loadGauges(database: Database, sites: FarmTree): Promise<Gauge[]> {
  const rows = await database
    .select({ _id: sensors._id, farmId: devices.farmId, variable: sensors.variable })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .where(
      and(
        anyOf(devices.farmId, sites.farms.keys()),
        anyOf(sensors.variable, WATCHED_WEATHER),
        sensors.active,
        devices.active,
        eq(devices.maintenance, false),
      ),
    );
  return rows as Gauge[];
}

/** Rain since the farm's midnight, from the gauge with the most. */
async function rainToday(
  telemetry: Pick<Telemetry, "dayAggregates">,
  gauges: readonly Gauge[],
  sites: FarmTree,
  now: Date,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const rainGauges = gauges.filter(({ variable }) => isRain(variable));
  const days = Map.groupBy(rainGauges, ({ farmId }) => todayAt(sites.farms.get(farmId), now));
  for (const [today, own] of days) {
    const farmOf = new Map(own.map(({ _id, farmId }) => [_id, farmId] as const));
    for (const { sensorId, sum } of await telemetry.dayAggregates([...farmOf.keys()], today, today)) {
      const farmId = farmOf.get(sensorId) ?? "";
      found.set(farmId, Math.max(sum, found.get(farmId) ?? 0));
    }
  }
  return found;
}

const todayAt = (farm: FarmNode | undefined, now: Date): FarmDay => farmDay(now.getTime(), farm?.timezone ?? "UTC");

/** Frost in the newest forecast, today or tomorrow. */
export async function watchForecasts(database: Database, sites: FarmTree, now: Date): Promise<Observation[]> {
  const rows = await database
    .selectDistinctOn([forecastDays.farmId, forecastDays.date])
    .from(forecastDays)
    .where(
      and(
        anyOf(forecastDays.farmId, sites.farms.keys()),
        gte(forecastDays.date, addDays(farmDay(now.getTime(), "UTC"), -1)),
      ),
    )
    .orderBy(forecastDays.farmId, forecastDays.date, desc(forecastDays.issuedAt));
  return rows.flatMap(({ farmId, date, tMin }): Observation[] => {
    const farm = sites.farms.get(farmId);
    const today = todayAt(farm, now);
    if (farm === undefined || tMin === null || date < today || date > addDays(today, FROST_DAYS)) return [];
    const message = () => text.frostAhead(farm.name, date, tMin);
    const base = about(farm, "frost", "/forecast/forecastweekly", now);
    return [{ ...base, subject: `${farmId}:${date}`, since: date, value: tMin, message }];
  });
}
