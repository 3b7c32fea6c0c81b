import * as z from "zod";
import { farmDay } from "../core/farm-time.ts";
import { Day, Id, Moment, quantity, storedRecord } from "../core/record.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";
import { PhotoId } from "./field-note.ts";

const EtoMethod = z.enum(["pm", "pm_estimated", "hargreaves", "manual"]);

/**
 * State of a day's rain: measured by a gauge all day or for a part of it (a lower bound), missing, doubted (measured,
 * but not believed until a person answers), recorded by a person, or only forecast.
 */
export const RainState = z.enum(["measured", "incomplete", "missing", "doubted", "manual", "forecast"]);
export type RainState = z.infer<typeof RainState>;

/**
 * Why the rain of a gauge's day is doubted: it looks like a running total (`counter`), exceeds the maximum of an hour
 * (`rate`), of a day (`day`) or ever recorded in a day (`impossible`), or the other gauges measured far less.
 */
export const RainDoubtKind = z.enum(["counter", "rate", "day", "impossible", "neighbours"]);
export type RainDoubtKind = z.infer<typeof RainDoubtKind>;

/** Rain of a gauge that waits for a person's answer: the sensor, its days, and of the wettest one the reason and the sum. */
export const RainDoubt = z.object({
  sensorId: Id,
  days: z.array(Day),
  kind: RainDoubtKind,
  mm: z.number().meta({ unit: "mm" }),
  /** Whether the days may be accepted as rain: within the possible maximum of a day. */
  acceptable: z.boolean(),
  /** Whether the sensor is one of a running total already. */
  isTotal: z.boolean(),
});
export type RainDoubt = z.infer<typeof RainDoubt>;

/** Accepts the rain of doubted days of a gauge's sensor. */
export const RainDoubtAnswer = z.object({ sensorId: Id, days: z.array(Day).min(1).max(400) });

/** Why hours of a sensor do not count as measured; `clipped` counts at its limit, `gap` has no reading, `doubted` is rain. */
const WeatherFlag = z.enum([
  "out-of-limits",
  "above-clear-sky",
  "step",
  "persistence",
  "inconsistent",
  "clipped",
  "gap",
  "doubted",
]);

const nullable = (unit: string) => z.number().meta({ unit }).nullable();

/**
 * A lasting fault of a station over some weeks, and the mean error of ETo in mm a day if its measurement counts as it is:
 * `night-offset` (value: W/m² at night), `above-clear-sky` (its best days ÷ clear sky), `clock-off` (hours, positive when
 * the station's sun seems late).
 */
export const StationFault = z.object({
  deviceId: Id,
  id: z.enum(["night-offset", "above-clear-sky", "clock-off"]),
  value: z.number(),
  /** Days that show it. */
  days: z.number().int(),
  effectMm: z.number().nullable(),
});
export type StationFault = z.infer<typeof StationFault>;

/**
 * One farm-day of weather (domain, 10). `missing` names the inputs that sensors did not give for the whole day.
 * `filledFrom` says how each was filled: `interpolated` between measured hours, a {@link PastWeatherSource}, `forecast`, or
 * `days-before`. Rain is filled from a source of past weather only, as `manual`: the amount that a gauge measured in a part
 * of the day is a lower bound, and `rainState` says so.
 */
export const WeatherDaily = z.looseObject({
  farmId: Id,
  date: Day,
  tMax: nullable("°C"),
  tMin: nullable("°C"),
  tMean: nullable("°C"),
  rhMax: nullable("%"),
  rhMin: nullable("%"),
  rhMean: nullable("%"),
  wind2m: nullable("m/s"),
  rad: nullable("MJ/m²"),
  rain: nullable("mm"),
  eto: nullable("mm"),
  etoMethod: EtoMethod.nullable(),
  sourceDeviceId: Id.nullish(),
  missing: z.array(z.string()),
  filledFrom: z.record(z.string(), z.string()).optional(),
  rainState: RainState.nullish(),
  /** The device that measured each input. */
  sources: z.record(z.string(), Id).optional(),
  /** Lasting faults of the stations, in the newest day that was computed. */
  stationFaults: z.array(StationFault).nullish(),
});
export type WeatherDaily = z.infer<typeof WeatherDaily>;

/** Where daily weather of a file comes from, for days before the farm had a station, or without it. */
export const PastWeatherSource = z.enum(["nasa-power", "inmet", "open-meteo", "other-station"]);
export type PastWeatherSource = z.infer<typeof PastWeatherSource>;

/** A day of a file. Missing values stay unknown. The ranges are those of the sensors. */
export const PastWeatherDay = z.object({
  date: Day,
  tMax: quantity("°C", -20, 55).nullish(),
  tMin: quantity("°C", -20, 55).nullish(),
  tMean: quantity("°C", -20, 55).nullish(),
  rhMax: quantity("%", 0, 105).nullish(),
  rhMin: quantity("%", 0, 105).nullish(),
  rhMean: quantity("%", 0, 105).nullish(),
  wind2m: quantity("m/s", 0, 30).nullish(),
  rad: quantity("MJ/m²", 0, 45).nullish(),
  rain: quantity("mm", 0, 700).nullish(),
});
export type PastWeatherDay = z.infer<typeof PastWeatherDay>;

/** Past days of a farm. They replace what the same source or another one gave for these days. */
export const PastWeather = z.object({
  farmId: Id,
  source: PastWeatherSource,
  days: z.array(PastWeatherDay).min(1).max(2_000),
});
/** Days that are new, that have other values than before, and that are stored already. */
export const PastWeatherReply = z.object({
  inserted: z.number().int(),
  changed: z.number().int(),
  duplicate: z.number().int(),
});
export type PastWeatherReply = z.infer<typeof PastWeatherReply>;

/** Services that give the past days of any place. */
export const ArchiveSource = PastWeatherSource.extract(["nasa-power", "open-meteo"]);
export type ArchiveSource = z.infer<typeof ArchiveSource>;

/** Past days to fetch from a service. Days of another source stay, unless `replace`; measured days always do. */
export const PastWeatherOrder = z.object({
  farmId: Id,
  source: ArchiveSource,
  from: Day,
  to: Day,
  replace: z.boolean().default(false),
});
/** Days of one order: a year, so that a call ends before its client gives up. */
export const ORDER_DAYS_MAX = 366;

/** Why a service gave no days; `off`: this installation asks none. */
export const ArchiveProblem = z.enum([
  ...(["provider-unreachable", "provider-timeout", "provider-refused", "provider-garbage", "off"] as const),
]);
export type ArchiveProblem = z.infer<typeof ArchiveProblem>;
/** The result of an order. `kept`: days of another source. `absent`: days that the service does not have yet. */
export const PastWeatherOrderReply = PastWeatherReply.extend({
  kept: z.number().int(),
  absent: z.number().int(),
  problem: ArchiveProblem.nullable(),
});
export type PastWeatherOrderReply = z.infer<typeof PastWeatherOrderReply>;

/** Rules on a day of a file, which may not be later than `today`. */
export function checkPastWeather(
  { date, tMax, tMin, rhMax, rhMin }: Partly<PastWeatherDay>,
  today: string,
): BrokenRule[] {
  const rules: BrokenRule[] = [];
  if (date && date > today) rules.push({ field: "date", id: "to-come" });
  if (tMax != null && tMin != null && tMax < tMin) rules.push({ field: "tMax", id: "below-minimum" });
  if (rhMax != null && rhMin != null && rhMax < rhMin) rules.push({ field: "rhMax", id: "below-minimum" });
  return rules;
}

/** Where a forecast comes from: Open-Meteo, or the embedded generator of a simulated farm. */
export const ForecastSource = z.enum(["open-meteo", "simulated"]);
export type ForecastSource = z.infer<typeof ForecastSource>;

export const ForecastDaily = z.looseObject({
  farmId: Id,
  date: Day,
  issuedAt: Moment,
  tMax: nullable("°C"),
  tMin: nullable("°C"),
  rain: nullable("mm"),
  rainProbPct: nullable("%"),
  /** Ten equally probable amounts of rain, ascending: quantiles of the provider's ensemble. Null where it has none. */
  rainAmounts: z.array(z.number().meta({ unit: "mm" })).nullish(),
  rhMin: nullable("%"),
  windMaxKmh: nullable("km/h"),
  windDir: nullable("°"),
  eto: nullable("mm"),
  icon: z.string().nullable(),
  source: ForecastSource,
});
export type ForecastDaily = z.infer<typeof ForecastDaily>;

export const ForecastHourly = z.looseObject({
  farmId: Id,
  date: Moment,
  issuedAt: Moment,
  temp: nullable("°C"),
  rh: nullable("%"),
  rain: nullable("mm"),
  rainProbPct: nullable("%"),
  windKmh: nullable("km/h"),
  gustKmh: nullable("km/h"),
  windDir: nullable("°"),
  radWm2: nullable("W/m²"),
  deltaT: nullable("°C"),
  source: ForecastSource,
});
export type ForecastHourly = z.infer<typeof ForecastHourly>;

/** Measured or recorded rain (domain, 10), on a farm or on one sector of it. */
export const RainFields = z.object({
  farmId: Id.nullish(),
  sectorId: Id.nullish(),
  date: Day,
  mm: quantity("mm", 0, 500),
  note: z.string().trim().max(500).optional(),
  photoId: PhotoId,
});
export const Rain = storedRecord(
  RainFields.extend({ source: z.enum(["device", "manual", "forecast"]), effectiveMm: z.number().nullish() }),
);
export type Rain = z.infer<typeof Rain>;

/** Rain of one day: the forecast, the measured and the counted amount. */
export const RainAccount = z.object({
  date: Day,
  forecastMm: z.number().nullable(),
  measuredMm: z.number().nullable(),
  countedMm: z.number().nullable(),
  source: z.enum(["device", "manual", "forecast"]).nullable(),
  /** Null where no gauge measures and no person recorded rain. */
  state: RainState.nullish(),
  /** The gauge that measured, or that should have measured a missing day: its serial. */
  gauge: z.string().nullable(),
});
export type RainAccount = z.infer<typeof RainAccount>;

/** Values of a station's day, and the origin of each. */
const QualityValue = z.object({
  /** Such as `tMax`, `rad`, `rain`. */
  input: z.string(),
  value: z.number().nullable(),
  unit: z.string(),
  /** `incomplete`: rain of a part of the day. `doubted`: rain that waits for an answer, see `doubt`. `filled`: from another source, see `from`. `refused`: measured but rejected. */
  state: z.enum(["measured", "incomplete", "doubted", "filled", "refused", "missing"]),
  /** Hours of the day that count as measured. */
  hours: z.number().int(),
  /** The source of a filled value. */
  from: z.string().nullish(),
  /** Findings of the checks, with the hours of the farm's clock. */
  findings: z.array(z.object({ flag: WeatherFlag, hours: z.array(z.number().int()) })),
  doubt: RainDoubt.nullish(),
});
export type QualityValue = z.infer<typeof QualityValue>;

/** The measurements of each station and gauge of a farm on some days, newest first: measured, filled, refused, and why. */
export const WeatherQuality = z.looseObject({
  farmId: Id,
  stations: z.array(
    z.looseObject({
      deviceId: Id,
      serial: z.string(),
      name: z.string().nullish(),
      /** Lasting faults until the newest of the days. */
      faults: z.array(StationFault).optional(),
      days: z.array(z.object({ date: Day, values: z.array(QualityValue) })),
    }),
  ),
});
export type WeatherQuality = z.infer<typeof WeatherQuality>;

/** Work that waits after a fact changed, such as the altitude of a farm: days of weather, and sectors. */
export const Recomputing = z.object({
  farms: z.array(z.object({ farmId: Id, days: z.number().int() })),
  /** Sectors whose balance follows. */
  sectors: z.number().int(),
});
export type Recomputing = z.infer<typeof Recomputing>;

/** The farms' easternmost zone, where a day begins first. */
const FIRST_ZONE = "America/Noronha";

/** Rules on a rain with valid fields: it fell on a farm or on one of its sectors, and not after `now` (ms since 1970 UTC). */
export function checkRain({ farmId, sectorId, date }: Partly<z.output<typeof RainFields>>, now: number): BrokenRule[] {
  const rules: BrokenRule[] = [];
  if (!farmId && !sectorId) rules.push({ field: "farmId", id: "one-place" });
  if (farmId && sectorId) rules.push({ field: "farmId", id: "two-places" });
  if (date && date > farmDay(now, FIRST_ZONE)) rules.push({ field: "date", id: "to-come" });
  return rules;
}
