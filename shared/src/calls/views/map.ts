import * as z from "zod";
import { PivotStatus } from "../../records/farm.ts";
import { MapHistory, MapView } from "../../views/irrigameter.ts";
import { MapColumns } from "../../views/map-columns.ts";
import { ById, PageQuery, pageOf } from "../endpoint.ts";
import { readCall } from "./call-shapes.ts";

const MapQuery = ById.extend({
  /** `board`: `MapColumns` in place of the full answer. */
  form: z.enum(["board"]).optional(),
  /** The version of the map that the caller has. */
  since: z.string().max(40).optional(),
});

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
    query: MapQuery,
    reply: MapView,
    summary:
      "All that the map shows of a client. `form=board` answers in columns, without the terms that explain recommendations, and after `since` only what changed",
  }),
  mapHistory: readCall("maps", {
    path: "/Map/GetHistory",
    reply: MapHistory,
    summary: "Status, water and rain on the map in each of the last 30 days",
  }),
} as const;

/** `mapCalls.map` with the answers of both forms. */
export const mapForms = { ...mapCalls.map, reply: z.union([MapColumns, MapView]) };
