import type { FieldMapping, ReadScreen } from "@lamina/shared/doors/gateway";
import type { WeatherLinkFault } from "@lamina/shared/records/devices/weather-link";
import type { DeviceMessage, Door } from "@lamina/shared/records/readings";
import type { Device, Monitor, Variable } from "@lamina/shared/records/telemetry";
import type { RainDoubtKind } from "@lamina/shared/records/weather";
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
  serial,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clientRecordColumns, clients } from "./clients.ts";
import { farmReference, pivotSectors, pivots, soils } from "./farms.ts";
import { sensorTypes } from "./sensor-types.ts";

export const devices = pgTable(
  "devices",
  {
    ...clientRecordColumns(),
    farmId: farmReference(),
    sensorTypeId: text("sensor_type_id")
      .notNull()
      .references(() => sensorTypes._id, { onDelete: "restrict" }),
    name: text("name"),
    serial: text("serial").notNull(),
    model: text("model"),
    lat: doublePrecision("lat"),
    lon: doublePrecision("lon"),
    heightM: doublePrecision("height_m"),
    intervalMin: doublePrecision("interval_min").notNull(),
    pivotId: text("pivot_id").references(() => pivots._id, { onDelete: "set null" }),
    maintenance: boolean("maintenance").notNull(),
    clockShiftMin: doublePrecision("clock_shift_min"),
    batteryPct: doublePrecision("battery_pct"),
    rssiDbm: doublePrecision("rssi_dbm"),
    firmware: text("firmware"),
    lastSeen: instant("last_seen"),
    lastStored: instant("last_stored"),
    state: text("state").$type<Device["state"]>().notNull().default("offline"),
  },
  (table) => [
    index().on(table.clientId),
    index().on(table.farmId),
    index().on(table.pivotId),
    index().on(table.sensorTypeId),
    uniqueIndex("devices_serial").on(table.serial),
  ],
);

export const sensors = pgTable(
  "sensors",
  {
    ...clientRecordColumns(),
    /** Replaces the sensor's id in the tables of readings: 4 bytes instead of 36. */
    number: serial("number").notNull().unique(),
    deviceId: text("device_id")
      .notNull()
      .references(() => devices._id, { onDelete: "cascade" }),
    variable: text("variable").$type<Variable>().notNull(),
    unit: text("unit").notNull(),
    depthCm: doublePrecision("depth_cm"),
    calibA: doublePrecision("calib_a").notNull(),
    calibB: doublePrecision("calib_b").notNull(),
    distrusted: boolean("distrusted"),
  },
  (table) => [index().on(table.clientId), index().on(table.deviceId)],
);

/** Sensors with days that were cut by another clock than their farm's; marked in the transaction that changes the clock. */
export const staleClocks = pgTable("stale_clocks", {
  sensorId: text("sensor_id")
    .primaryKey()
    .references(() => sensors._id, { onDelete: "cascade" }),
});

export const monitors = pgTable(
  "monitors",
  {
    ...clientRecordColumns(),
    name: text("name").notNull(),
    sectorId: text("sector_id")
      .notNull()
      .references(() => pivotSectors._id, { onDelete: "cascade" }),
    sensorIds: jsonb("sensor_ids").$type<string[]>().notNull(),
    weights: jsonb("weights").$type<number[]>(),
    fieldCapacities: jsonb("field_capacities").$type<Record<string, number>>(),
    soilId: text("soil_id").references(() => soils._id, { onDelete: "set null" }),
    limits: jsonb("limits").$type<Monitor["limits"]>(),
    alertIds: jsonb("alert_ids").$type<string[]>().notNull(),
    lat: doublePrecision("lat"),
    lon: doublePrecision("lon"),
  },
  (table) => [index().on(table.clientId), index().on(table.sectorId), index().on(table.soilId)],
);

/**
 * One reading. `raw` is the device's value, calibrated when it is read. `flag`: 0 ok, else the position + 1 in shared's
 * list of quality flags. `sensor` is a sensor's number, here and in the rollups without a foreign key, because checking
 * it costs a third of the time to store a history; a job deletes the readings of deleted sensors.
 */
export const readings = pgTable(
  "readings",
  {
    sensor: integer("sensor").notNull(),
    at: instant("at").notNull(),
    raw: doublePrecision("raw").notNull(),
    flag: smallint("flag").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.sensor, table.at] }),
    // Excluded readings (`excluded` in quality.ts) are few and listed with every series.
    index("readings_excluded").on(table.sensor, table.at).where(sql`${table.flag} not in (0, 5)`),
  ],
);

/** A sensor's latest reading, and the time since which the value has been the same. */
export const sensorStates = pgTable("sensor_states", {
  sensor: integer("sensor")
    .primaryKey()
    .references(() => sensors.number, { onDelete: "cascade" }),
  at: instant("at").notNull(),
  raw: doublePrecision("raw").notNull(),
  flag: smallint("flag").notNull(),
  since: instant("since").notNull(),
});

const rollupColumns = () => ({
  sensor: integer("sensor").notNull(),
  count: integer("count").notNull(),
  sum: doublePrecision("sum").notNull(),
  min: doublePrecision("min").notNull(),
  max: doublePrecision("max").notNull(),
});

/** Valid readings of a clock hour, as raw values. */
export const readingHours = pgTable(
  "reading_hours",
  { ...rollupColumns(), hour: instant("hour").notNull() },
  (table) => [primaryKey({ columns: [table.sensor, table.hour] })],
);

/** Valid readings of a farm-day, as raw values. */
export const readingDays = pgTable(
  "reading_days",
  { ...rollupColumns(), day: date("day", { mode: "string" }).notNull() },
  (table) => [primaryKey({ columns: [table.sensor, table.day] })],
);

/**
 * Days of a gauge whose rain is doubted: its readings are flagged, so that no sum has them, until a person accepts them
 * (`accepted_at`, by whom in the audit), records the rain, or makes the sensor one of a running total.
 */
export const rainDoubts = pgTable(
  "rain_doubts",
  {
    sensorId: text("sensor_id")
      .notNull()
      .references(() => sensors._id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    kind: text("kind").$type<RainDoubtKind>().notNull(),
    /** Sum of the day's readings. */
    mm: doublePrecision("mm").notNull(),
    acceptedAt: instant("accepted_at"),
  },
  (table) => [primaryKey({ columns: [table.sensorId, table.day] })],
);

export const pivotStatuses = pgTable(
  "pivot_statuses",
  {
    pivotId: text("pivot_id")
      .notNull()
      .references(() => pivots._id, { onDelete: "cascade" }),
    date: instant("date").notNull(),
    running: boolean("running").notNull(),
    wet: boolean("wet").notNull(),
    direction: text("direction").$type<"forward" | "reverse" | "stopped">().notNull(),
    angleDeg: doublePrecision("angle_deg").notNull(),
    percent: doublePrecision("percent"),
    pressureBar: doublePrecision("pressure_bar"),
    flowM3h: doublePrecision("flow_m3h"),
    hourMeter: doublePrecision("hour_meter"),
    fault: text("fault"),
    faultTower: integer("fault_tower"),
  },
  (table) => [primaryKey({ columns: [table.pivotId, table.date] })],
);

/** Credentials of devices at the broker. Not in the device's record, which users can see. */
export const deviceSecrets = pgTable(
  "device_secrets",
  {
    deviceId: text("device_id")
      .primaryKey()
      .references(() => devices._id, { onDelete: "cascade" }),
    hash: text("hash").notNull(),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index().on(table.hash)],
);

/** Senders of other systems' messages. */
export const gateways = pgTable(
  "gateways",
  {
    ...clientRecordColumns(),
    name: text("name").notNull(),
    deviceId: text("device_id").references(() => devices._id, { onDelete: "set null" }),
    mapping: jsonb("mapping").$type<FieldMapping[]>().notNull(),
    reads: jsonb("reads").$type<ReadScreen[]>().notNull().default([]),
    serialPath: text("serial_path"),
    datePath: text("date_path"),
  },
  (table) => [index().on(table.clientId), index().on(table.deviceId)],
);

/** Keys of gateways. Not in the gateway's record, which users can see. */
export const gatewayKeys = pgTable(
  "gateway_keys",
  {
    gatewayId: text("gateway_id")
      .primaryKey()
      .references(() => gateways._id, { onDelete: "cascade" }),
    hash: text("hash").notNull(),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index().on(table.hash)],
);

/** Messages as received, with their results; those without a device are of the client whose credential sent them. */
export const deviceMessages = pgTable(
  "device_messages",
  {
    number: serial("number").primaryKey(),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    deviceId: text("device_id").references(() => devices._id, { onDelete: "cascade" }),
    /** The serial that a message without a device names, and the gateway whose key sent it. */
    serial: text("serial"),
    gatewayId: text("gateway_id").references(() => gateways._id, { onDelete: "set null" }),
    date: instant("date").notNull(),
    door: text("door").$type<Door>().notNull().default("mqtt"),
    topic: text("topic").notNull(),
    /** The beginning of the text. */
    raw: text("payload").notNull(),
    accepted: integer("accepted").notNull().default(0),
    duplicate: integer("duplicate").notNull().default(0),
    rejected: integer("rejected").notNull().default(0),
    refusals: jsonb("refusals").$type<DeviceMessage["refusals"]>().notNull().default([]),
  },
  (table) => [
    index().on(table.deviceId, table.number),
    index().on(table.date),
    index("device_messages_gateway").on(table.gatewayId).where(sql`${table.gatewayId} is not null`),
    index("device_messages_unclaimed").on(table.clientId, table.number).where(sql`${table.deviceId} is null`),
  ],
);

/** Battery and signal of a device, one row an hour. */
export const deviceHealth = pgTable(
  "device_health",
  {
    deviceId: text("device_id")
      .notNull()
      .references(() => devices._id, { onDelete: "cascade" }),
    date: instant("date").notNull(),
    batteryPct: doublePrecision("battery_pct"),
    rssiDbm: doublePrecision("rssi_dbm"),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.date] })],
);

/** Stations that are read from Davis WeatherLink, with their client's key; the secret is encrypted. */
export const weatherLinks = pgTable(
  "weather_links",
  {
    deviceId: text("device_id")
      .primaryKey()
      .references(() => devices._id, { onDelete: "cascade" }),
    stationId: text("station_id").notNull(),
    apiKey: text("api_key").notNull(),
    sealedSecret: text("sealed_secret").notNull(),
    nextAt: instant("next_at").notNull(),
    /** Failures in a row. */
    failures: integer("failures").notNull().default(0),
    succeededAt: instant("succeeded_at"),
    failedAt: instant("failed_at"),
    fault: text("fault").$type<WeatherLinkFault>(),
  },
  (table) => [index().on(table.nextAt)],
);
