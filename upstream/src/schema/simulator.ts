import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";

/** Where the simulated farms stand, so that they go on from there at the next start. */
export const simulations = pgTable("simulations", {
  name: text("name").primaryKey(),
  /** Of this version of the program or of another: to be read by `readState` alone. */
  state: jsonb("state").$type<unknown>().notNull(),
  savedAt: instant("saved_at").notNull(),
});
