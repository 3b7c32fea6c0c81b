import type { Polygon } from "@lamina/shared/farm";
import { doublePrecision, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { clientRecordColumns } from "../clients/table.ts";

/** Farms of a client (domain, 10). */
export const farms = pgTable(
  "farms",
  {
    ...clientRecordColumns(),
    name: text("name").notNull(),
    city: text("city"),
    state: text("state"),
    lat: doublePrecision("lat").notNull(),
    lon: doublePrecision("lon").notNull(),
    altitude: doublePrecision("altitude").notNull(),
    areaHa: doublePrecision("area_ha"),
    timezone: text("timezone").notNull(),
    boundary: jsonb("boundary").$type<Polygon>(),
    stationDeviceId: text("station_device_id"),
  },
  (table) => [index().on(table.clientId)],
);
