import { doublePrecision, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { recordColumns } from "../core/database/columns.ts";
import { clients } from "./clients.ts";

/** Kinds of device (domain, 10); a catalogue common to all clients. */
export const sensorTypes = pgTable("sensor_types", {
  ...recordColumns(),
  name: text("name").notNull(),
  kind: text("kind").notNull(),
  unit: text("unit"),
  icon: text("icon"),
  min: doublePrecision("min"),
  max: doublePrecision("max"),
});

export const clientSensorTypes = pgTable(
  "client_sensor_types",
  {
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    sensorTypeId: text("sensor_type_id")
      .notNull()
      .references(() => sensorTypes._id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.sensorTypeId] }), index().on(table.sensorTypeId)],
);
