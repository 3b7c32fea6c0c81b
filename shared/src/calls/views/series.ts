import * as z from "zod";
import { Series, SeriesStep } from "../../records/readings.ts";
import { FieldCapacityAccept, FieldCapacitySuggestion } from "../../records/telemetry.ts";
import { ChartData, Sources } from "../../views/sources.ts";
import { ById, endpoint } from "../endpoint.ts";
import { changeCall, Ids, Range, readCall } from "./call-shapes.ts";

export const seriesCalls = {
  readingsByMonitor: readCall("charts", {
    path: "/Reading/GetByMonitorID",
    query: Range.extend({ step: SeriesStep.default("auto") }),
    reply: z.array(Series),
    summary: "Series of a monitor's sensors",
  }),
  fieldCapacity: readCall("monitor", {
    path: "/Monitor/GetFieldCapacity",
    reply: FieldCapacitySuggestion,
    summary: "Field capacities that a monitor's own wettings suggest",
  }),
  fieldCapacityAccept: changeCall("monitor", "edit", {
    path: "/Monitor/AcceptFieldCapacity",
    body: FieldCapacityAccept,
    summary: "Takes over field capacities of a monitor's depths; null goes back to the soil's",
  }),
  series: readCall("charts", {
    path: "/Reading/GetSeries",
    query: z.object({ IDs: Ids, from: z.string(), to: z.string(), step: SeriesStep.default("auto") }),
    reply: z.array(Series),
    summary: "Series of sensors",
  }),
  sources: endpoint({
    method: "GET",
    path: "/Source/GetByClientID",
    query: ById,
    reply: Sources,
    summary: "The farms of a client with their stations, gauges and monitors",
  }),
  chart: readCall("charts", {
    path: "/Chart/GetSeries",
    query: z.object({
      IDs: Ids,
      from: z.string(),
      to: z.string(),
      step: SeriesStep.default("auto"),
      farmId: z.string().optional(),
      sectorId: z.string().optional(),
    }),
    reply: ChartData,
    summary: "All that a chart draws: series of sensors, weather of a farm, balance of a sector",
  }),
} as const;
