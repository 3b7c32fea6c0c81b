import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../database/columns.ts";
import type { SimulationState } from "./simulation.ts";

/** Where the simulated farms stand, so that they go on from there at the next start. */
export const simulations = pgTable("simulations", {
  name: text("name").primaryKey(),
  state: jsonb("state").$type<SimulationState>().notNull(),
  savedAt: instant("saved_at").notNull(),
});
