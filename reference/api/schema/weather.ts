import type {
  ForecastDaily,
  PastWeatherSource,
  RainState,
  StationFault,
  WeatherDaily,
} from "@lamina/shared/records/weather";
import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clientRecordColumns } from "./clients.ts";
import { farmReference, farms, pivotSectors } from "./farms.ts";
import { photoReference } from "./photos.ts";

/** One row per farm and farm-day. */
export const weatherDays = pgTable(
  "weather_days",
  {
    farmId: farmReference(),
    date: date("date", { mode: "string" }).notNull(),
    tMax: doublePrecision("t_max"),
    tMin: doublePrecision("t_min"),
    tMean: doublePrecision("t_mean"),
    rhMax: doublePrecision("rh_max"),
    rhMin: doublePrecision("rh_min"),
    rhMean: doublePrecision("rh_mean"),
    wind2m: doublePrecision("wind_2m"),
    rad: doublePrecision("rad"),
    rain: doublePrecision("rain"),
    eto: doublePrecision("eto"),
    etoMethod: text("eto_method").$type<NonNullable<WeatherDaily["etoMethod"]>>(),
    sourceDeviceId: text("source_device_id"),
    missing: jsonb("missing").$type<string[]>().notNull(),
    filledFrom: jsonb("filled_from").$type<Record<string, string>>(),
    rainState: text("rain_state").$type<RainState>(),
    sources: jsonb("sources").$type<Record<string, string>>(),
    /** Lasting faults of the farm's stations, in the newest day that was computed. */
    stationFaults: jsonb("station_faults").$type<StationFault[]>(),
    computedAt: instant("computed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.farmId, table.date] })],
);

/** Daily weather of other sources, such as NASA POWER, which fills what the farm's devices did not measure. */
export const pastWeatherDays = pgTable(
  "past_weather_days",
  {
    farmId: farmReference(),
    date: date("date", { mode: "string" }).notNull(),
    source: text("source").$type<PastWeatherSource>().notNull(),
    tMax: doublePrecision("t_max"),
    tMin: doublePrecision("t_min"),
    tMean: doublePrecision("t_mean"),
    rhMax: doublePrecision("rh_max"),
    rhMin: doublePrecision("rh_min"),
    rhMean: doublePrecision("rh_mean"),
    wind2m: doublePrecision("wind_2m"),
    rad: doublePrecision("rad"),
    rain: doublePrecision("rain"),
  },
  (table) => [primaryKey({ columns: [table.farmId, table.date] })],
);

/**
 * Farms with new readings of past days, each from the first such day; written with the readings. `writes` is a counter,
 * so that a mark which was written again during the computation is not deleted.
 */
export const staleWeather = pgTable("stale_weather", {
  farmId: farmReference().primaryKey(),
  from: date("from", { mode: "string" }).notNull(),
  writes: integer("writes").notNull().default(1),
  /** Whether a fact of the farm changed, such as its altitude, so that the days are computed again whatever was measured. */
  facts: boolean("facts").notNull().default(false),
});

/** Rain of a gauge on a farm-day, and the number of hours with readings. A day without a row was silent. */
export const gaugeDays = pgTable(
  "gauge_days",
  {
    deviceId: text("device_id").notNull(),
    farmId: farmReference(),
    date: date("date", { mode: "string" }).notNull(),
    mm: doublePrecision("mm").notNull(),
    hours: smallint("hours").notNull(),
  },
  (table) => [primaryKey({ columns: [table.farmId, table.deviceId, table.date] })],
);

/** Forecasts as issued; older ones are kept for comparison with the measured weather. */
export const forecastDays = pgTable(
  "forecast_days",
  {
    farmId: farmReference(),
    issuedAt: instant("issued_at").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    tMax: doublePrecision("t_max"),
    tMin: doublePrecision("t_min"),
    rain: doublePrecision("rain"),
    rainProbPct: doublePrecision("rain_prob_pct"),
    rainAmounts: jsonb("rain_amounts").$type<number[]>(),
    rhMin: doublePrecision("rh_min"),
    windMaxKmh: doublePrecision("wind_max_kmh"),
    windDir: doublePrecision("wind_dir"),
    eto: doublePrecision("eto"),
    icon: text("icon"),
    source: text("source").$type<ForecastDaily["source"]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.farmId, table.issuedAt, table.date] })],
);

/** Hours of the newest issue only. */
export const forecastHours = pgTable(
  "forecast_hours",
  {
    farmId: farmReference(),
    issuedAt: instant("issued_at").notNull(),
    date: instant("date").notNull(),
    temp: doublePrecision("temp"),
    rh: doublePrecision("rh"),
    rain: doublePrecision("rain"),
    rainProbPct: doublePrecision("rain_prob_pct"),
    windKmh: doublePrecision("wind_kmh"),
    gustKmh: doublePrecision("gust_kmh"),
    windDir: doublePrecision("wind_dir"),
    radWm2: doublePrecision("rad_wm2"),
    source: text("source").$type<ForecastDaily["source"]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.farmId, table.date] })],
);

/** Rain that a person recorded, on a farm or on one sector; it overrides the station's. */
export const rains = pgTable(
  "rains",
  {
    ...clientRecordColumns(),
    farmId: text("farm_id").references(() => farms._id, { onDelete: "cascade" }),
    sectorId: text("sector_id").references(() => pivotSectors._id, { onDelete: "cascade" }),
    date: date("date", { mode: "string" }).notNull(),
    mm: doublePrecision("mm").notNull(),
    note: text("note"),
    photoId: photoReference(),
    source: text("source").$type<"device" | "manual" | "forecast">().notNull().default("manual"),
    effectiveMm: doublePrecision("effective_mm"),
  },
  (table) => [
    index().on(table.clientId, table.date),
    index().on(table.farmId, table.date),
    index().on(table.sectorId, table.date),
    index("rains_photo").on(table.photoId).where(sql`${table.photoId} is not null`),
  ],
);
