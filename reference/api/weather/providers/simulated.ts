import { saturationVapourPressure } from "@lamina/agronomy/eto/air";
import { dailyEto } from "@lamina/agronomy/eto/eto";
import { extraterrestrialRadiation } from "@lamina/agronomy/eto/extraterrestrial";
import { clearSkyRadiation } from "@lamina/agronomy/eto/radiation";
import { addDays, dayOfYear, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { kmhOfMs } from "@lamina/shared/core/units";
import type { Clock } from "../../core/clock.ts";
import { siteOf } from "../climate/day.ts";
import { type SimulatedForecast, simulateForecast } from "../climate/forecast.ts";
import { createWeather } from "../climate/moment.ts";
import { iconOfDay } from "./icon.ts";
import { FORECAST_DAYS, type ForecastPlace, type ForecastProvider } from "./provider.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Forecasts give the wind at 10 m; the climate's is at 2 m (FAO-56 Eq. 47). */
const WIND_10M = 1.34;

/**
 * The embedded generator, for the simulated farm and for installations without internet. Its forecasts have the source
 * `simulated`.
 */
export function simulatedProvider({ clock, seed }: { clock: Clock; seed: number }): ForecastProvider {
  return {
    source: "simulated",
    async fetch(place) {
      const issuedAt = clock.now();
      const today = farmDay(issuedAt.getTime(), place.timezone);
      const site = siteOf(place, seed);
      const days = Array.from({ length: FORECAST_DAYS }, (_, ahead) => {
        const date = addDays(today, ahead);
        return { date, forecast: simulateForecast(site, today, date, ahead) };
      });
      return {
        issuedAt,
        daily: days.map(({ date, forecast }) => ({ date, ...daily(place, date, forecast) })),
        hourly: days.flatMap(({ date, forecast }) => {
          const sky = createWeather(site, place.timezone, (day) => (day === date ? forecast : undefined));
          return HOURS.map((hour) => {
            const start = farmMoment(date, `${String(hour).padStart(2, "0")}:00`, place.timezone);
            const { airTemp, airHum, wind, gust, windDir, rad } = sky.at(start + 1_800_000);
            const rain = forecast.rainByHour[hour] ?? 0;
            return {
              date: new Date(start).toISOString(),
              temp: airTemp,
              rh: airHum,
              rain,
              rainProbPct: rain > 0 ? forecast.rainProbPct : Math.round(forecast.rainProbPct / 3),
              windKmh: kmhOfMs(wind * WIND_10M),
              gustKmh: kmhOfMs(gust * WIND_10M),
              windDir,
              radWm2: rad,
            };
          });
        }),
      };
    },
  };
}

function daily(place: ForecastPlace, date: string, forecast: SimulatedForecast) {
  const { tMax, tMin, ea, rad, wind2m, rainByHour, rainProbPct } = forecast;
  const rain = rainByHour.reduce((sum, mm) => sum + mm, 0);
  const number = dayOfYear(date);
  const clearSky = clearSkyRadiation(extraterrestrialRadiation(place.lat, number), place.altitude);
  const { eto } = dailyEto(
    { latitudeDeg: place.lat, altitudeM: place.altitude },
    { dayOfYear: number, tMax, tMin, ea, rad, wind: wind2m },
  );
  return {
    tMax,
    tMin,
    rain: Math.round(rain * 10) / 10,
    rainProbPct,
    rhMin: (100 * ea) / saturationVapourPressure(tMax),
    windMaxKmh: kmhOfMs(wind2m * WIND_10M * 1.6),
    windDir: 90,
    eto,
    icon: iconOfDay(rain, rad / clearSky),
  };
}
