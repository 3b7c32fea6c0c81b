import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { and, gte, lt, max, sql } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { forecastDays, forecastHours } from "../../schema/weather.ts";

export type ForecastDay = typeof forecastDays.$inferSelect;

/** The rain that the hours of a forecast expect for the rest of a day, mm. */
export interface RestOfDay {
  date: FarmDay;
  rainMm: number;
}

/** Providers issue several times a day: the rain of a forecast without a successor for this long is not expected. */
const OLD_MS = DAY_MS;

/** Whether a forecast is too old to wait for its rain. */
export const isOldForecast = (issuedAt: Date, now: Date) => now.getTime() - issuedAt.getTime() > OLD_MS;

/** The days of each farm's newest forecast, from a day on: farm → day → forecast. An old one has no rain. */
export async function loadForecasts(
  database: Database,
  farmIds: readonly string[],
  from: FarmDay,
  now: Date,
): Promise<Map<string, Map<FarmDay, ForecastDay>>> {
  const newest = database
    .select({ farmId: forecastDays.farmId, issuedAt: max(forecastDays.issuedAt).as("issued_at") })
    .from(forecastDays)
    .where(anyOf(forecastDays.farmId, farmIds))
    .groupBy(forecastDays.farmId);
  const rows = await database
    .select()
    .from(forecastDays)
    .where(and(sql`(${forecastDays.farmId}, ${forecastDays.issuedAt}) in ${newest}`, gte(forecastDays.date, from)));
  const current = rows.map((day) =>
    isOldForecast(day.issuedAt, now) ? { ...day, rain: 0, rainProbPct: null, rainAmounts: null } : day,
  );
  const byFarm = Map.groupBy(current, ({ farmId }) => farmId);
  return new Map(
    [...byFarm].map(([farmId, days]) => [farmId, new Map(days.map((day) => [day.date, day] as const))] as const),
  );
}

/** Rain in mm of the newest forecast from this hour until the end of the farm's day, by farm; none without its hours. */
export async function loadRestOfDay(
  database: Database,
  farms: readonly { _id: string; timezone: string }[],
  now: Date,
): Promise<Map<string, RestOfDay>> {
  const hour = HOUR_MS * Math.floor(now.getTime() / HOUR_MS);
  const { farmId, date, rain } = forecastHours;
  const rows = await database
    .select({ farmId, date, rain })
    .from(forecastHours)
    .where(
      and(
        anyOf(
          farmId,
          farms.map(({ _id }) => _id),
        ),
        gte(date, new Date(hour)),
        lt(date, new Date(hour + DAY_MS)),
      ),
    );
  const byFarm = Map.groupBy(rows, (row) => row.farmId);
  return new Map(
    farms.flatMap(({ _id, timezone }) => {
      const today = farmDay(now.getTime(), timezone);
      const hours = (byFarm.get(_id) ?? []).filter((row) => farmDay(row.date.getTime(), timezone) === today);
      if (hours.length === 0 || hours.some((row) => row.rain === null)) return [];
      return [[_id, { date: today, rainMm: hours.reduce((sum, row) => sum + (row.rain ?? 0), 0) }] as const];
    }),
  );
}
