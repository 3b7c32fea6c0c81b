import type { Permission } from "@lamina/shared/access/rights";
import type { ImportJob } from "@lamina/shared/calls/views/field-records";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, serial, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clients } from "./clients.ts";
import { farmReference } from "./farms.ts";

/** Imports that jobs work off, part by part. */
export const imports = pgTable(
  "imports",
  {
    _id: text("_id").primaryKey(),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    entity: text("entity").$type<ImportJob["entity"]>().notNull(),
    /** Who asked for it, with the rights on the client at that time. */
    userId: text("user_id").notNull(),
    userName: text("user_name").notNull(),
    name: text("name").notNull(),
    batch: text("batch"),
    rights: jsonb("rights").$type<{ permissions: readonly Permission[]; farmIds: readonly string[] }>().notNull(),
    /** Empty when it is finished. */
    rows: jsonb("rows").$type<unknown[]>().notNull(),
    total: integer("total").notNull(),
    done: integer("done").notNull().default(0),
    inserted: integer("inserted").notNull().default(0),
    duplicate: integer("duplicate").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    conflicting: integer("conflicting").notNull().default(0),
    errors: jsonb("errors").$type<ImportJob["errors"]>().notNull(),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index().on(table.clientId),
    index().on(table.createdAt),
    index("imports_unfinished").on(table.clientId, table.createdAt).where(sql`finished_at is null`),
  ],
);

/** What calls of an import wrote that no audit has record by record, so that it can be taken back. */
export const importParts = pgTable(
  "import_parts",
  {
    number: serial("number").primaryKey(),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    farmId: farmReference(),
    batch: text("batch").notNull(),
    entity: text("entity").$type<"Reading" | "WeatherDaily">().notNull(),
    userName: text("user_name").notNull(),
    date: instant("date").notNull(),
    inserted: integer("inserted").notNull(),
    changed: integer("changed").notNull(),
    /** By the kind that wrote it. */
    content: jsonb("content").notNull(),
    undoneAt: instant("undone_at"),
  },
  (table) => [index().on(table.clientId, table.batch), index().on(table.farmId), index().on(table.date)],
);
