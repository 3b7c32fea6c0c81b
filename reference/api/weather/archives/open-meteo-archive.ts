import { windAt2m } from "@lamina/agronomy/eto/wind";
import type { PastWeatherDay } from "@lamina/shared/records/weather";
import * as z from "zod";
import { forCustomers } from "../providers/open-meteo.ts";
import { ForecastUnavailable } from "../providers/provider.ts";
import { request } from "../providers/request.ts";
import type { WeatherArchive } from "./archive.ts";
import { possibleDay } from "./possible-day.ts";

const ARCHIVE_URL = "https://archive-api.open-meteo.com/v1/archive";
const TIMEOUT_MS = 25_000;
/** Height of its wind, m. */
const HIGH_M = 10;

const numbers = z.array(z.number().nullable());
const Reply = z.object({
  daily: z.object({
    time: z.array(z.iso.date()),
    temperature_2m_max: numbers,
    temperature_2m_min: numbers,
    temperature_2m_mean: numbers,
    relative_humidity_2m_max: numbers,
    relative_humidity_2m_min: numbers,
    relative_humidity_2m_mean: numbers,
    wind_speed_10m_mean: numbers,
    shortwave_radiation_sum: numbers,
    precipitation_sum: numbers,
  }),
});

/** Days of Open-Meteo's archive (ERA5 and ECMWF's analysis), some days behind today. */
export function openMeteoArchive({
  url,
  apiKey,
  timeoutMs = TIMEOUT_MS,
}: {
  url?: string | undefined;
  apiKey?: (() => string) | undefined;
  timeoutMs?: number;
}): WeatherArchive {
  return {
    source: "open-meteo",
    async fetch({ lat, lon, altitude, timezone }, from, to) {
      const target = new URL(url ?? (apiKey ? forCustomers(ARCHIVE_URL) : ARCHIVE_URL));
      target.search = new URLSearchParams({
        latitude: lat.toFixed(4),
        longitude: lon.toFixed(4),
        elevation: altitude.toFixed(0),
        timezone,
        start_date: from,
        end_date: to,
        wind_speed_unit: "ms",
        daily: Object.keys(Reply.shape.daily.shape)
          .filter((key) => key !== "time")
          .join(","),
        ...(apiKey && { apikey: apiKey() }),
      }).toString();
      const answer = Reply.safeParse(await request(target, timeoutMs));
      if (!answer.success) throw new ForecastUnavailable("provider-garbage", answer.error);
      const { daily } = answer.data;
      return daily.time.flatMap((date, index): PastWeatherDay[] => {
        const at = (column: readonly (number | null)[]) => column[index] ?? undefined;
        const wind = at(daily.wind_speed_10m_mean);
        return possibleDay({
          date,
          tMax: at(daily.temperature_2m_max),
          tMin: at(daily.temperature_2m_min),
          tMean: at(daily.temperature_2m_mean),
          rhMax: at(daily.relative_humidity_2m_max),
          rhMin: at(daily.relative_humidity_2m_min),
          rhMean: at(daily.relative_humidity_2m_mean),
          wind2m: wind === undefined ? undefined : windAt2m(wind, HIGH_M),
          rad: at(daily.shortwave_radiation_sum),
          rain: at(daily.precipitation_sum),
        });
      });
    },
  };
}
