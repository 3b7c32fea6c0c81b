import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";

/** The state of the simulated farms, which the next start resumes. */
export const simulations = pgTable("simulations", {
  name: text("name").primaryKey(),
  /** Of this or another version of the program; only `readState` may read it. */
  state: jsonb("state").$type<unknown>().notNull(),
  savedAt: instant("saved_at").notNull(),
});
