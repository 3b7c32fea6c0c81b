import { sql } from "drizzle-orm";
import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clients } from "./clients.ts";

/** Deletions of records, each with all that the database deleted along, until they can no longer be undone. */
export const deletions = pgTable(
  "deletions",
  {
    _id: text("_id").primaryKey(),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    date: instant("date").notNull(),
    userId: text("user_id"),
    userName: text("user_name").notNull(),
    entity: text("entity").notNull(),
    recordId: text("record_id").notNull(),
    name: text("name").notNull(),
    /** The farm that it was on; null for a record of the whole client. */
    farmId: text("farm_id"),
    /** Records that went along. */
    count: integer("count").notNull(),
  },
  (table) => [index().on(table.clientId, table.date), index().on(table.date)],
);

/** What a deleted row, or a change of another row, was before. */
export const deletedRows = pgTable(
  "deleted_rows",
  {
    /** Rows are stored parents first. */
    number: bigserial("number", { mode: "number" }).primaryKey(),
    deletionId: text("deletion_id")
      .notNull()
      .references(() => deletions._id, { onDelete: "cascade" }),
    table: text("table").notNull(),
    /** `row`: a deleted one; `link`: a reference that the database emptied; `fix`: a list that lost an id. */
    kind: text("kind").$type<"row" | "link" | "fix">().notNull(),
    row: jsonb("row").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index().on(table.deletionId, table.table),
    index("deleted_rows_photo").on(sql`(${table.row}->>'photo_id')`).where(sql`${table.row}->>'photo_id' is not null`),
    index("deleted_rows_sensor").on(sql`(${table.row}->>'number')`).where(sql`${table.table} = 'sensors'`),
  ],
);
