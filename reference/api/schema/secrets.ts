import { pgTable, text } from "drizzle-orm/pg-core";

/** Secrets of the installation that several processes use, encrypted. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  sealed: text().notNull(),
});
