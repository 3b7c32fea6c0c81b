import * as z from "zod";
import { WeatherDaily, WeatherQuality } from "../../records/weather.ts";
import { Forecast } from "../../views/forecast.ts";
import { Range, readCall } from "./call-shapes.ts";

/** Forecast and weather of a farm. */
export const weatherCalls = {
  forecast: readCall("forecast", {
    path: "/Forecast/GetByFarmID",
    reply: Forecast,
    summary: "Forecast of a farm, days and hours, with projections and verification",
  }),
  weatherDaily: readCall("charts", {
    path: "/WeatherDaily/GetByFarmID",
    query: Range,
    reply: z.array(WeatherDaily),
    summary: "Daily weather of a farm",
  }),
  weatherQuality: readCall("device", {
    path: "/WeatherDaily/GetQuality",
    query: Range,
    reply: WeatherQuality,
    summary: "What each station of a farm measured on some days, what was filled or refused, and why",
  }),
} as const;
