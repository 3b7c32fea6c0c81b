import type { FarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { RAIN_VARIABLES } from "@lamina/shared/records/variables";
import { and, asc, desc, eq, getTableColumns, gte, lt, lte, max, sql } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import { insertRows } from "../core/database/insert-rows.ts";
import type { Database } from "../core/database/open.ts";
import { farms } from "../schema/farms.ts";
import { devices, readings, sensors } from "../schema/telemetry.ts";
import { forecastDays, forecastHours, gaugeDays, weatherDays } from "../schema/weather.ts";
import { excluded } from "../telemetry/rules/quality.ts";
import type { ForecastPlace, ProvidedForecast } from "./providers/provider.ts";

export type FarmRow = typeof farms.$inferSelect;
type WeatherRow = typeof weatherDays.$inferInsert;
/** A sensor of the weather, with the fields of its device. */
export type WeatherSensor = Awaited<ReturnType<typeof weatherStore.sensors>>[number];
type Source = (typeof forecastDays.$inferSelect)["source"];

/** Variables of a day's weather. */
const WEATHER_VARIABLES = ["airTemp", "airHum", "wind", "rad", ...RAIN_VARIABLES] as const;

/** Days for which forecasts are kept, for comparison with the measured weather. */
const FORECAST_KEPT_DAYS = 40;

export const weatherStore = {
  async farms(database: Database): Promise<FarmRow[]> {
    return database.select().from(farms).where(eq(farms.active, true)).orderBy(asc(farms._id));
  },

  async farm(database: Database, farmId: string): Promise<FarmRow | undefined> {
    const [row] = await database.select().from(farms).where(eq(farms._id, farmId));
    return row;
  },

  /** The farm's sensors of weather, with the fields of their devices. */
  async sensors(database: Database, farmId: string) {
    return database
      .select({
        _id: sensors._id,
        variable: sensors.variable,
        deviceId: devices._id,
        serial: devices.serial,
        name: devices.name,
        heightM: devices.heightM,
        intervalMin: devices.intervalMin,
      })
      .from(sensors)
      .innerJoin(devices, eq(devices._id, sensors.deviceId))
      .where(and(eq(devices.farmId, farmId), eq(sensors.active, true), anyOf(sensors.variable, WEATHER_VARIABLES)));
  },

  async days(database: Database, farmId: string, from: FarmDay, to: FarmDay) {
    return database
      .select()
      .from(weatherDays)
      .where(and(eq(weatherDays.farmId, farmId), gte(weatherDays.date, from), lte(weatherDays.date, to)))
      .orderBy(asc(weatherDays.date));
  },

  /** Readings of sensors that were refused on arrival. */
  async refusedReadings(database: Database, sensorIds: readonly string[], from: Date, to: Date) {
    return database
      .select({ sensorId: sensors._id, at: readings.at, flag: readings.flag })
      .from(readings)
      .innerJoin(sensors, eq(sensors.number, readings.sensor))
      .where(and(anyOf(sensors._id, sensorIds), gte(readings.at, from), lt(readings.at, to), excluded(readings.flag)));
  },

  async lastDays(database: Database): Promise<Map<string, FarmDay>> {
    const rows = await database
      .select({ farmId: weatherDays.farmId, date: max(weatherDays.date) })
      .from(weatherDays)
      .groupBy(weatherDays.farmId);
    return new Map(rows.flatMap(({ farmId, date }) => (date === null ? [] : [[farmId, date] as const])));
  },

  async saveDays(database: Database, rows: readonly WeatherRow[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {}).filter((key) => key !== "farmId" && key !== "date");
    const table: Readonly<Record<string, { name: string }>> = getTableColumns(weatherDays);
    const set = Object.fromEntries(
      columns.map((key) => [key, sql`excluded.${sql.identifier(table[key]?.name ?? key)}`] as const),
    );
    for (let start = 0; start < rows.length; start += 500)
      await database
        .insert(weatherDays)
        .values(rows.slice(start, start + 500) as WeatherRow[])
        .onConflictDoUpdate({ target: [weatherDays.farmId, weatherDays.date], set });
  },

  /** Replaces the stored rain of a farm's gauges on some days. */
  async saveGauges(
    database: Database,
    { farmId, from, to }: { farmId: string; from: FarmDay; to: FarmDay },
    rows: readonly (typeof gaugeDays.$inferInsert)[],
  ): Promise<void> {
    await database.transaction(async (transaction) => {
      // Another job may replace the same days: without turns both insert them.
      await transaction.select({ _id: farms._id }).from(farms).where(eq(farms._id, farmId)).for("no key update");
      const replaced = and(eq(gaugeDays.farmId, farmId), gte(gaugeDays.date, from), lte(gaugeDays.date, to));
      await transaction.delete(gaugeDays).where(replaced);
      await insertRows(transaction, gaugeDays, rows);
    });
  },

  async saveForecast(database: Database, place: ForecastPlace, source: Source, forecast: ProvidedForecast) {
    const { issuedAt, daily, hourly } = forecast;
    const stamp = { farmId: place._id, issuedAt, source };
    await database.transaction(async (transaction) => {
      await transaction
        .insert(forecastDays)
        .values(daily.map((day): typeof forecastDays.$inferInsert => ({ ...day, ...stamp })))
        .onConflictDoNothing();
      await transaction.delete(forecastHours).where(eq(forecastHours.farmId, place._id));
      const hours = hourly.map((hour) => ({ ...hour, ...stamp, date: new Date(hour.date) }));
      await insertRows(transaction, forecastHours, hours as (typeof forecastHours.$inferInsert)[]);
      await transaction
        .delete(forecastDays)
        .where(
          and(
            eq(forecastDays.farmId, place._id),
            lte(forecastDays.issuedAt, new Date(issuedAt.getTime() - FORECAST_KEPT_DAYS * DAY_MS)),
          ),
        );
    });
  },

  async latestIssue(database: Database, farmId: string): Promise<{ issuedAt: Date; source: Source } | undefined> {
    const [row] = await database
      .select({ issuedAt: forecastDays.issuedAt, source: forecastDays.source })
      .from(forecastDays)
      .where(eq(forecastDays.farmId, farmId))
      .orderBy(desc(forecastDays.issuedAt))
      .limit(1);
    return row;
  },

  async issue(database: Database, farmId: string, issuedAt: Date) {
    return database
      .select()
      .from(forecastDays)
      .where(and(eq(forecastDays.farmId, farmId), eq(forecastDays.issuedAt, issuedAt)))
      .orderBy(asc(forecastDays.date));
  },

  async hours(database: Database, farmId: string, from: Date) {
    return database
      .select()
      .from(forecastHours)
      .where(and(eq(forecastHours.farmId, farmId), gte(forecastHours.date, from)))
      .orderBy(asc(forecastHours.date));
  },

  /** All forecasts of each of the days, oldest issue first. */
  async forecastsOf(database: Database, farmId: string, from: FarmDay, to: FarmDay) {
    return database
      .select()
      .from(forecastDays)
      .where(and(eq(forecastDays.farmId, farmId), gte(forecastDays.date, from), lte(forecastDays.date, to)))
      .orderBy(asc(forecastDays.date), asc(forecastDays.issuedAt));
  },
};
