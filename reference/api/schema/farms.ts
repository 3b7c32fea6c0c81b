import type { FarmLine, Pivot, Polygon, SoilLayer } from "@lamina/shared/records/farm";
import type { OutOfService } from "@lamina/shared/records/machine/out-of-service";
import type { MachineCalibration } from "@lamina/shared/records/machine-calibration";
import { boolean, date, doublePrecision, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clientRecordColumns } from "./clients.ts";

export const farms = pgTable(
  "farms",
  {
    ...clientRecordColumns(),
    name: text("name").notNull(),
    city: text("city"),
    state: text("state"),
    lat: doublePrecision("lat").notNull(),
    lon: doublePrecision("lon").notNull(),
    altitude: doublePrecision("altitude").notNull(),
    areaHa: doublePrecision("area_ha"),
    timezone: text("timezone").notNull(),
    boundary: jsonb("boundary").$type<Polygon>(),
    lines: jsonb("lines").$type<FarmLine[]>(),
    stationDeviceId: text("station_device_id"),
    whenFails: text("when_fails"),
  },
  (table) => [index().on(table.clientId)],
);

/** The farm of a record; the record is deleted with it. */
export const farmReference = () =>
  text("farm_id")
    .notNull()
    .references(() => farms._id, { onDelete: "cascade" });

/** Pump stations and intakes that several systems share. */
export const waterSources = pgTable(
  "water_sources",
  {
    ...clientRecordColumns(),
    farmId: farmReference(),
    name: text("name").notNull(),
    capacityM3h: doublePrecision("capacity_m3h").notNull(),
  },
  (table) => [index().on(table.clientId), index().on(table.farmId)],
);

export const pivots = pgTable(
  "pivots",
  {
    ...clientRecordColumns(),
    farmId: farmReference(),
    name: text("name").notNull(),
    kind: text("kind").$type<Pivot["kind"]>().notNull(),
    lat: doublePrecision("lat").notNull(),
    lon: doublePrecision("lon").notNull(),
    radiusM: doublePrecision("radius_m").notNull(),
    lastTowerM: doublePrecision("last_tower_m"),
    angleStart: doublePrecision("angle_start").notNull(),
    angleEnd: doublePrecision("angle_end").notNull(),
    areaHa: doublePrecision("area_ha"),
    flowM3h: doublePrecision("flow_m3h").notNull(),
    speed100MH: doublePrecision("speed_100_mh"),
    time100H: doublePrecision("time_100_h"),
    depth100Mm: doublePrecision("depth_100_mm"),
    minPercent: doublePrecision("min_percent").notNull(),
    maxHoursDay: doublePrecision("max_hours_day").notNull(),
    efficiencyPct: doublePrecision("efficiency_pct").notNull(),
    cucPct: doublePrecision("cuc_pct"),
    cucDate: date("cuc_date", { mode: "string" }),
    pumpKw: doublePrecision("pump_kw"),
    gaugeDeviceId: text("gauge_device_id"),
    wettedWidthM: doublePrecision("wetted_width_m"),
    slopePct: doublePrecision("slope_pct"),
    maxPassMm: doublePrecision("max_pass_mm"),
    speedBySector: boolean("speed_by_sector").notNull().default(false),
    speedRows: doublePrecision("speed_rows"),
    waterSourceId: text("water_source_id").references(() => waterSources._id, { onDelete: "set null" }),
  },
  (table) => [index().on(table.clientId), index().on(table.farmId), index().on(table.waterSourceId)],
);

/** Measurements at systems. */
export const machineCalibrations = pgTable(
  "machine_calibrations",
  {
    ...clientRecordColumns(),
    pivotId: text("pivot_id")
      .notNull()
      .references(() => pivots._id, { onDelete: "cascade" }),
    date: date("date", { mode: "string" }).notNull(),
    kind: text("kind").$type<MachineCalibration["kind"]>().notNull(),
    percent: doublePrecision("percent"),
    cans: jsonb("cans").$type<MachineCalibration["cans"]>(),
    hours: doublePrecision("hours"),
    flowM3h: doublePrecision("flow_m3h"),
    note: text("note"),
  },
  (table) => [index().on(table.clientId), index().on(table.pivotId, table.date)],
);

/** Machines and intakes that cannot run for a time. */
export const outOfServices = pgTable(
  "out_of_services",
  {
    ...clientRecordColumns(),
    farmId: farmReference(),
    pivotId: text("pivot_id").references(() => pivots._id, { onDelete: "cascade" }),
    waterSourceId: text("water_source_id").references(() => waterSources._id, { onDelete: "cascade" }),
    from: instant("from").notNull(),
    until: instant("until"),
    reason: text("reason").$type<OutOfService["reason"]>().notNull(),
    note: text("note"),
    userId: text("user_id"),
    userName: text("user_name"),
  },
  (table) => [
    index().on(table.clientId),
    index().on(table.farmId, table.from),
    index().on(table.pivotId),
    index().on(table.waterSourceId),
  ],
);

export const soils = pgTable(
  "soils",
  {
    ...clientRecordColumns(),
    name: text("name").notNull(),
    texture: text("texture"),
    layers: jsonb("layers").$type<SoilLayer[]>().notNull(),
    infiltrationMmH: doublePrecision("infiltration_mm_h"),
  },
  (table) => [index().on(table.clientId)],
);

/** Parts of a pivot with their own soil and crop. */
export const pivotSectors = pgTable(
  "pivot_sectors",
  {
    ...clientRecordColumns(),
    pivotId: text("pivot_id")
      .notNull()
      .references(() => pivots._id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    angleStart: doublePrecision("angle_start").notNull(),
    angleEnd: doublePrecision("angle_end").notNull(),
    areaHa: doublePrecision("area_ha"),
    soilId: text("soil_id")
      .notNull()
      .references(() => soils._id, { onDelete: "restrict" }),
    gaugeDeviceId: text("gauge_device_id"),
  },
  (table) => [index().on(table.clientId), index().on(table.pivotId), index().on(table.soilId)],
);

/** Permits to take water (outorgas). */
export const waterPermits = pgTable(
  "water_permits",
  {
    ...clientRecordColumns(),
    farmId: farmReference(),
    pivotIds: jsonb("pivot_ids").$type<string[]>().notNull(),
    number: text("number").notNull(),
    m3Month: doublePrecision("m3_month").notNull(),
    m3hMax: doublePrecision("m3h_max"),
    hoursDay: doublePrecision("hours_day"),
    daysMonth: doublePrecision("days_month"),
    validUntil: date("valid_until", { mode: "string" }),
  },
  (table) => [index().on(table.clientId), index().on(table.farmId)],
);
