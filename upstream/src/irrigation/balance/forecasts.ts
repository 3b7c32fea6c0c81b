import type { FarmDay } from "@lamina/shared/core/farm-time";
import { and, gte, inArray, max, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { forecastDays } from "../../schema/weather.ts";

export type ForecastDay = typeof forecastDays.$inferSelect;

/** The days of each farm's newest forecast, from a day on: farm → day → forecast. */
export async function loadForecasts(
  database: Database,
  farmIds: readonly string[],
  from: FarmDay,
): Promise<Map<string, Map<FarmDay, ForecastDay>>> {
  const newest = database
    .select({ farmId: forecastDays.farmId, issuedAt: max(forecastDays.issuedAt).as("issued_at") })
    .from(forecastDays)
    .where(inArray(forecastDays.farmId, [...farmIds]))
    .groupBy(forecastDays.farmId);
  const rows = await database
    .select()
    .from(forecastDays)
    .where(and(sql`(${forecastDays.farmId}, ${forecastDays.issuedAt}) in ${newest}`, gte(forecastDays.date, from)));
  const byFarm = Map.groupBy(rows, ({ farmId }) => farmId);
  return new Map(
    [...byFarm].map(([farmId, days]) => [farmId, new Map(days.map((day) => [day.date, day] as const))] as const),
  );
}
