import type { FarmDay } from "@lamina/shared/farm-time";
import type { Balance, Projection, Recommendation } from "@lamina/shared/irrigation";
import type { Context } from "../context.ts";
import type { Job } from "../jobs.ts";
import type { Weather } from "../weather/service.ts";

/** Daily water balance of sectors and what follows from it. */
export interface Irrigation {
  /** Rows of a sector from a day to a day, both included, in order; none after yesterday. */
  balance(sectorId: string, from: FarmDay, to: FarmDay): Promise<Balance[]>;
  /** Marks sectors to be computed again from a day on. */
  markStale(sectorIds: readonly string[], from: FarmDay): Promise<void>;
  /** Computes all that is marked, and the recommendations that are due. */
  settle(): Promise<void>;
  /** The standing recommendation of each of a client's sectors. */
  recommendations(clientId: string): Promise<Recommendation[]>;
  /** Seven days ahead of a sector. */
  projection(sectorId: string): Promise<Projection>;
  jobs: Job[];
}

export type IrrigationOptions = { weather: Pick<Weather, "forecast"> };
export type IrrigationContext = Pick<Context, "database" | "clock" | "events" | "log">;
