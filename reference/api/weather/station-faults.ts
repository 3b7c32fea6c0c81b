import { dailyEto } from "@lamina/agronomy/eto/eto";
import { type Hours, ofDay } from "@lamina/agronomy/weather/hours";
import { type RadiationDay, radiationFaults } from "@lamina/agronomy/weather/radiation-faults";
import { addDays, dayOfYear, type FarmDay, farmDayRange } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { StationFault } from "@lamina/shared/records/weather";
import { and, desc, isNotNull } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import { weatherDays } from "../schema/weather.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { devicesByDay, radiationAbove } from "./device-hours.ts";
import { type FarmRow, weatherStore } from "./store.ts";

/** Days in which a lasting fault is looked for. */
const FAULT_DAYS = 30;

type Day = Pick<typeof weatherDays.$inferInsert, "date" | "tMax" | "tMin" | "rhMax" | "rhMin" | "wind2m">;

/**
 * Lasting faults of the radiation of a farm's stations in the days until `to`, each with its effect on ETo.
 * @param computed days that are not stored yet; they override stored ones
 */
export async function stationFaults(
  { database, telemetry }: { database: Database; telemetry: Pick<Telemetry, "hourAggregates"> },
  farm: FarmRow,
  to: FarmDay,
  computed: readonly Day[],
): Promise<StationFault[]> {
  const sensors = (await weatherStore.sensors(database, farm._id)).filter(({ variable }) => variable === "rad");
  if (sensors.length === 0) return [];
  const from = addDays(to, 1 - FAULT_DAYS);
  const range = farmDayRange(from, to, farm.timezone);
  const hours = await telemetry.hourAggregates(
    sensors.map(({ _id }) => _id),
    new Date(range.from),
    new Date(range.to),
  );
  const stored: readonly Day[] = await weatherStore.days(database, farm._id, from, to);
  const weather = new Map([...stored, ...computed].map((day) => [day.date, day] as const));
  const byDevice = new Map<string, RadiationDay[]>();
  for (const [date, devices] of devicesByDay(sensors, hours, new Map(), { from, to, timezone: farm.timezone })) {
    const raByHour = ofDay(radiationAbove(farm, date));
    for (const { deviceId, hours } of devices) {
      const day = { hours: ofDay(hours.rad ?? []) satisfies Hours, raByHour, etoWith: etoOn(farm, weather.get(date)) };
      byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), day]);
    }
  }
  return [...byDevice].flatMap(([deviceId, days]) =>
    radiationFaults(days, farm.altitude).map(({ value, effectMm, ...fault }) => ({
      ...{ deviceId, ...fault, value: round(value, 2) },
      effectMm: effectMm === null ? null : round(effectMm, 2),
    })),
  );
}

/** ETo of a day by another radiation, mm. */
function etoOn({ lat, altitude }: FarmRow, day: Day | undefined): RadiationDay["etoWith"] {
  const { date, tMax, tMin, rhMax, rhMin, wind2m } = day ?? {};
  if (date === undefined || tMax == null || tMin == null) return () => undefined;
  const own = { dayOfYear: dayOfYear(date), tMax, tMin, rhMax: rhMax ?? undefined, rhMin: rhMin ?? undefined };
  const place = { latitudeDeg: lat, altitudeM: altitude };
  return (rad) => dailyEto(place, { ...own, wind: wind2m ?? undefined, rad }).eto;
}

/** Faults of the stations of some farms, or of all, as last computed, and the device that measures their radiation. */
export async function lastFaults(
  database: Database,
  farmIds?: readonly string[],
): Promise<Map<string, { faults: StationFault[]; source: string | null }>> {
  const rows = await database
    .selectDistinctOn([weatherDays.farmId])
    .from(weatherDays)
    .where(and(isNotNull(weatherDays.stationFaults), farmIds && anyOf(weatherDays.farmId, farmIds)))
    .orderBy(weatherDays.farmId, desc(weatherDays.date));
  return new Map(
    rows.map((row) => [row.farmId, { faults: row.stationFaults ?? [], source: row.sources?.rad ?? null }]),
  );
}

/** Faulty stations by the kind of fault, for the metrics. */
export async function countFaults(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { faults } of (await lastFaults(database)).values())
    for (const { id } of faults) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}
