import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";

/** Failed logins of a window. The number of counters is fixed, and their keys are hashes. */
export const loginFailures = pgTable("login_failures", {
  counter: text("counter").primaryKey(),
  failures: integer("failures").notNull(),
  endsAt: instant("ends_at").notNull(),
});

/** Hashed pairs of a login and an address or device from which it has succeeded. */
export const knownLogins = pgTable(
  "known_logins",
  { pair: text("pair").primaryKey(), date: instant("date").notNull() },
  (table) => [index().on(table.date)],
);
