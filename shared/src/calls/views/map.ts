import * as z from "zod";
import { PivotStatus } from "../../records/farm.ts";
import { MapHistory, MapView } from "../../views/irrigameter.ts";
import { PageQuery, pageOf } from "../endpoint.ts";
import { readCall } from "./call-shapes.ts";

/** Pivots and the map, now and in the past. */
export const mapCalls = {
  pivotStatus: readCall("irrigameter", {
    path: "/PivotStatus/GetByClientID",
    reply: z.array(PivotStatus),
    summary: "Latest state of each pivot",
  }),
  pivotHistory: readCall("irrigameter", {
    path: "/PivotStatus/GetByPivotID",
    query: PageQuery,
    reply: pageOf(PivotStatus),
    summary: "History of a pivot's states",
  }),
  map: readCall("maps", {
    path: "/Map/GetByClientID",
    reply: MapView,
    summary: "All that the map shows of a client",
  }),
  mapHistory: readCall("maps", {
    path: "/Map/GetHistory",
    reply: MapHistory,
    summary: "Status, water and rain on the map in each of the last 30 days",
  }),
} as const;
