import { type FarmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { ENSEMBLE_VARIABLE, EnsembleReply, rainAmounts } from "./ensemble.ts";
import { iconOfWmoCode } from "./icon.ts";
import {
  FORECAST_DAYS,
  type ForecastPlace,
  type ForecastProvider,
  ForecastUnavailable,
  type ProvidedForecast,
} from "./provider.ts";
import { request } from "./request.ts";

const OPEN_METEO_URL = "https://api.open-meteo.com/v1/forecast";
const ENSEMBLE_URL = "https://ensemble-api.open-meteo.com/v1/ensemble";
/** The global ensemble of ECMWF, 51 members. */
const ENSEMBLE_MODEL = "ecmwf_ifs025_ensemble";
/** ECMWF runs it every six hours, and one request counts as five calls of Open-Meteo's limits, one for ten members. */
const ENSEMBLE_MS = 3 * HOUR_MS;
/** The same services for customers, with a key; without one they are for non-commercial use. */
export const forCustomers = (url: string) => url.replace("https://", "https://customer-");
/** Longest wait for an answer; the next hourly request tries again. */
const TIMEOUT_MS = 15_000;

const numbers = z.array(z.number().nullable());
const ForecastReply = z.object({
  daily: z.object({
    time: z.array(z.iso.date()).min(1),
    weather_code: numbers,
    temperature_2m_max: numbers,
    temperature_2m_min: numbers,
    precipitation_sum: numbers,
    precipitation_probability_max: numbers,
    relative_humidity_2m_min: numbers,
    wind_speed_10m_max: numbers,
    wind_direction_10m_dominant: numbers,
    et0_fao_evapotranspiration: numbers,
  }),
  hourly: z.object({
    /** In farm time, `2026-11-21T14:00`. */
    time: z.array(z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:00$/)),
    temperature_2m: numbers,
    relative_humidity_2m: numbers,
    precipitation: numbers,
    precipitation_probability: numbers,
    wind_speed_10m: numbers,
    wind_gusts_10m: numbers,
    wind_direction_10m: numbers,
    shortwave_radiation: numbers,
  }),
});
type ForecastReply = z.infer<typeof ForecastReply>;

/**
 * Forecasts of Open-Meteo's public service or of a separate one (`url`), in the farm's time zone, with the rain of its
 * ensemble. Without an answer of the ensemble a forecast has none: the advice then uses the probability and names it.
 * @param options `apiKey`: a customer's, for commercial use
 */
export function openMeteoProvider(options: {
  url?: string;
  ensembleUrl?: string;
  apiKey?: (() => string) | undefined;
  clock: Clock;
  timeoutMs?: number;
}): ForecastProvider {
  const { apiKey, clock, timeoutMs = TIMEOUT_MS } = options;
  const ofService = (known: string) => (apiKey ? forCustomers(known) : known);
  const url = options.url ?? ofService(OPEN_METEO_URL);
  const ensembleUrl = options.ensembleUrl ?? (options.url === undefined ? ofService(ENSEMBLE_URL) : undefined);
  /** The last answer of each farm. */
  const ensembles = new Map<string, { of: string; at: number; amounts: Map<FarmDay, number[]> }>();
  const withKey = () => (apiKey ? { apikey: apiKey() } : {});

  async function ensembleOf(place: ForecastPlace): Promise<Map<FarmDay, number[]>> {
    if (ensembleUrl === undefined) return new Map();
    const target = address(ensembleUrl, place, { models: ENSEMBLE_MODEL, daily: ENSEMBLE_VARIABLE, ...withKey() });
    const now = clock.now().getTime();
    const last = ensembles.get(place._id);
    if (last?.of === target.href && now - last.at < ENSEMBLE_MS) return last.amounts;
    const reply = await request(target, timeoutMs).catch(() => null);
    const answer = EnsembleReply.safeParse(reply);
    if (!answer.success) return new Map();
    const amounts = rainAmounts(answer.data);
    ensembles.set(place._id, { of: target.href, at: now, amounts });
    return amounts;
  }

  return {
    source: "open-meteo",
    async fetch(place) {
      const asked = { wind_speed_unit: "kmh", daily: keysOf("daily"), hourly: keysOf("hourly"), ...withKey() };
      const [reply, amounts] = await Promise.all([request(address(url, place, asked), timeoutMs), ensembleOf(place)]);
      const answer = ForecastReply.safeParse(reply);
      if (!answer.success) throw new ForecastUnavailable("provider-garbage", answer.error);
      return toForecast(answer.data, amounts, place.timezone, clock.now());
    },
  };
}

const keysOf = (part: "daily" | "hourly") =>
  Object.keys(ForecastReply.shape[part].shape)
    .filter((key) => key !== "time")
    .join(",");

function address(
  url: string,
  { lat, lon, altitude, timezone }: ForecastPlace,
  asked: Readonly<Record<string, string>>,
): URL {
  const target = new URL(url);
  target.search = new URLSearchParams({
    latitude: lat.toFixed(4),
    longitude: lon.toFixed(4),
    elevation: altitude.toFixed(0),
    timezone,
    forecast_days: String(FORECAST_DAYS),
    ...asked,
  }).toString();
  return target;
}

function toForecast(
  { daily, hourly }: ForecastReply,
  amounts: ReadonlyMap<FarmDay, number[]>,
  timezone: string,
  issuedAt: Date,
): ProvidedForecast {
  const at = (column: readonly (number | null)[], index: number) => column[index] ?? null;
  // Open-Meteo gives sums, means and maxima with the end of their hour, and instant values with their moment.
  const during = (column: readonly (number | null)[], index: number) => at(column, index + 1);
  return {
    issuedAt,
    daily: daily.time.map((date, index) => {
      const code = at(daily.weather_code, index);
      return {
        date,
        tMax: at(daily.temperature_2m_max, index),
        tMin: at(daily.temperature_2m_min, index),
        rain: at(daily.precipitation_sum, index),
        rainProbPct: at(daily.precipitation_probability_max, index),
        rainAmounts: amounts.get(date) ?? null,
        rhMin: at(daily.relative_humidity_2m_min, index),
        windMaxKmh: at(daily.wind_speed_10m_max, index),
        windDir: at(daily.wind_direction_10m_dominant, index),
        eto: at(daily.et0_fao_evapotranspiration, index),
        icon: code === null ? null : iconOfWmoCode(code),
      };
    }),
    hourly: hourly.time.map((time, index) => ({
      date: new Date(farmMoment(time.slice(0, 10), time.slice(11), timezone)).toISOString(),
      temp: at(hourly.temperature_2m, index),
      rh: at(hourly.relative_humidity_2m, index),
      rain: during(hourly.precipitation, index),
      rainProbPct: during(hourly.precipitation_probability, index),
      windKmh: at(hourly.wind_speed_10m, index),
      gustKmh: during(hourly.wind_gusts_10m, index),
      windDir: at(hourly.wind_direction_10m, index),
      radWm2: during(hourly.shortwave_radiation, index),
    })),
  };
}
