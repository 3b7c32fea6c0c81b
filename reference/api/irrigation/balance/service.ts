import type { views } from "@lamina/shared/calls/views";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Balance, InitialWaterFound, InitialWaterRequest } from "@lamina/shared/records/balance";
import type * as z from "zod";
import type { Context } from "../../core/context.ts";
import type { Caller } from "../../http/caller.ts";
import { type Adjustment, storeAdjustment } from "./adjustments.ts";
import { foundWater } from "./initial-water.ts";
import { previewSeason } from "./preview.ts";
import type { Settling } from "./settling.ts";
import { markSectors } from "./stale-sectors.ts";
import { rowsBetween } from "./store.ts";

/** Before every season. */
const EARLIEST: FarmDay = "1900-01-01";

/** Daily water balance of sectors. Reads include every change that was marked before. */
export interface Balances {
  /** Rows of a sector between two days, both included, in order; at most until yesterday. */
  rows(sectorId: string, from: FarmDay, to: FarmDay): Promise<Balance[]>;
  /** Marks sectors for recomputation from a day on. */
  markStale(sectorIds: readonly string[], from: FarmDay): Promise<void>;
  /** Recomputes a sector from a day on, or from its planting. */
  recompute(sectorId: string, from: FarmDay | undefined): Promise<void>;
  /** @throws HttpProblem 400 */
  adjust(caller: Caller, adjustment: Adjustment & { clientId: string }): Promise<void>;
  /** @throws HttpProblem 400 */
  preview(clientId: string, season: z.output<typeof views.balancePreview.body>): Promise<Balance[]>;
  /** What was left in the soil before a planting. @throws HttpProblem 400 */
  initialWater(clientId: string, planting: InitialWaterRequest): Promise<InitialWaterFound>;
}

export function createBalances(
  { database, clock }: Pick<Context, "database" | "clock">,
  { settling }: { settling: Settling },
): Balances {
  async function recompute(sectorId: string, from: FarmDay = EARLIEST): Promise<void> {
    await markStale([sectorId], from);
    await settling.upToDate({ sectorIds: [sectorId] });
  }
  const markStale = (sectorIds: readonly string[], from: FarmDay) =>
    markSectors(database, new Map(sectorIds.map((sectorId) => [sectorId, from] as const)));

  return {
    recompute,
    markStale,
    async rows(sectorId, from, to) {
      await settling.upToDate({ sectorIds: [sectorId] });
      return rowsBetween(database, [sectorId], from, to);
    },
    async adjust(caller, adjustment) {
      const own = { sectorIds: [adjustment.sectorId] };
      await settling.upToDate(own);
      await storeAdjustment(database, caller, { ...adjustment, now: clock.now() });
      await settling.upToDate(own);
    },
    async initialWater(clientId, planting) {
      await settling.upToDate({ sectorIds: [planting.sectorId] });
      return foundWater(database, { clientId, planting, now: clock.now() });
    },
    preview: (clientId, body) => previewSeason(database, { clientId, body, now: clock.now() }),
  };
}
