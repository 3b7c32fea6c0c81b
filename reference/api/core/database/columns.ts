import { boolean, customType, text, timestamp } from "drizzle-orm/pg-core";

/** A moment in milliseconds, so that a sent value compares equal when it comes back. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** The columns of every record (domain, 10). */
export const recordColumns = () => ({
  _id: text("_id").primaryKey(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  active: boolean("active").notNull().default(true),
});

/** Drizzle has no column of bytes. PGlite returns a Uint8Array, and node-postgres a Buffer, which is one. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
