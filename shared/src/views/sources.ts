import * as z from "zod";
import { Day, Id, Moment } from "../core/record.ts";
import { Balance } from "../records/balance.ts";
import { Series } from "../records/readings.ts";
import { DeviceState, MonitorFields, Variable } from "../records/telemetry.ts";
import { WeatherDaily } from "../records/weather.ts";

/** A sensor with what a chart of its series needs. */
export const SourceSensor = z.object({
  _id: Id,
  variable: Variable,
  unit: z.string(),
  depthCm: z.number().nullable(),
});
export type SourceSensor = z.infer<typeof SourceSensor>;

/** A season on a farm. */
export const SourceSeason = z.object({
  sectorId: Id,
  cropName: z.string(),
  start: Day,
  end: Day.nullable(),
  /** Base of the crop's degree days, °C. */
  tBase: z.number().nullable(),
});
export type SourceSeason = z.infer<typeof SourceSeason>;

export const SourceFarm = z.object({
  _id: Id,
  name: z.string(),
  timezone: z.string(),
  stationDeviceId: Id.nullable(),
  /** Usual rain of each month in mm (normals 1991–2020), January first; null where no climate near enough is known. */
  rainNormalMm: z.array(z.number()).length(12).nullable(),
  seasons: z.array(SourceSeason),
  /** Closed ones, or the last closed one of each sector, the newest first; missing when an API does not send them. */
  lastSeasons: z.array(SourceSeason).optional(),
});
export type SourceFarm = z.infer<typeof SourceFarm>;

export const SourceStation = z.object({
  _id: Id,
  farmId: Id,
  name: z.string(),
  intervalMin: z.number(),
  lastSeen: Moment.nullable(),
  state: DeviceState,
  sensors: z.array(SourceSensor),
});
export type SourceStation = z.infer<typeof SourceStation>;

/** A point where the soil is observed, with the reference values of its readings. */
export const SourceMonitor = z.object({
  _id: Id,
  farmId: Id,
  sectorId: Id,
  name: z.string(),
  pivotName: z.string(),
  sectorName: z.string(),
  soilName: z.string(),
  /** Share of the available water that is easily taken up, of the active season's crop; null without one. */
  p: z.number().nullable(),
  limits: MonitorFields.shape.limits,
  sensors: z.array(
    SourceSensor.extend({
      weight: z.number(),
      /** Field capacity and wilting point of the sensor's layer, % vol. */
      fcPct: z.number(),
      wpPct: z.number(),
    }),
  ),
});
export type SourceMonitor = z.infer<typeof SourceMonitor>;

/** Reply of `GET /Source/GetByClientID`: the farms of a client and their sensors. */
export const Sources = z.looseObject({
  farms: z.array(SourceFarm),
  stations: z.array(SourceStation),
  monitors: z.array(SourceMonitor),
  /** Share of the day's ETo below which rain does not count; 0 counts all rain. */
  rainMinFracEto: z.number(),
  /** Distance from the critical moisture that counts as near it, % vol. */
  sensorMarginPct: z.number(),
});
export type Sources = z.infer<typeof Sources>;

/** Reply of `GET /Chart/GetSeries`: series with the farm's weather and the sector's balance on the same days. */
export const ChartData = z.looseObject({
  series: z.array(Series),
  weather: z.array(WeatherDaily),
  balance: z.array(Balance),
});
export type ChartData = z.infer<typeof ChartData>;
