import * as z from "zod";
import {
  PastWeather,
  PastWeatherOrder,
  PastWeatherOrderReply,
  PastWeatherReply,
  RainDoubtAnswer,
  Recomputing,
  WeatherDaily,
  WeatherQuality,
} from "../../records/weather.ts";
import { Forecast } from "../../views/forecast.ts";
import { ById, endpoint } from "../endpoint.ts";
import { changeCall, Range, readCall } from "./call-shapes.ts";
import { BatchId } from "./field-records.ts";

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
  pastWeather: endpoint({
    method: "POST",
    path: "/WeatherDaily/ImportPast",
    body: PastWeather.extend({ batch: BatchId.optional() }),
    reply: PastWeatherReply,
    access: { screen: "device", action: "edit" },
    summary: "Takes daily weather of a farm from another source, for days that its station did not measure",
  }),
  pastWeatherPreview: endpoint({
    method: "POST",
    path: "/WeatherDaily/ImportPastPreview",
    body: PastWeather,
    reply: PastWeatherReply,
    access: { screen: "device", action: "edit" },
    summary: "Answers what an import of these days would do, and stores nothing",
  }),
  pastWeatherFetch: endpoint({
    method: "POST",
    path: "/WeatherDaily/FetchPast",
    body: PastWeatherOrder,
    reply: PastWeatherOrderReply,
    access: { screen: "device", action: "edit" },
    summary: "Fetches past daily weather of a farm from a service, at most a year a call; measured days stay",
  }),
  weatherQuality: readCall("device", {
    path: "/WeatherDaily/GetQuality",
    query: Range,
    reply: WeatherQuality,
    summary: "What each station of a farm measured on some days, what was filled or refused, and why",
  }),
  recomputing: endpoint({
    method: "GET",
    path: "/WeatherDaily/GetRecomputing",
    query: ById,
    reply: Recomputing,
    summary: "Days of a client's farms and sectors that are computed again because a fact of them changed",
  }),
  rainAccept: changeCall("watering", "create", {
    path: "/Rain/Accept",
    body: RainDoubtAnswer,
    summary: "Accepts the rain of a gauge's doubted days as measured",
  }),
} as const;
