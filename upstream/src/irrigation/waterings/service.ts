import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import type { ImportReply } from "@lamina/shared/views";
import type { Context } from "../../core/context.ts";
import type { DomainEvents } from "../../core/events.ts";
import type { ImportRequest } from "../../records/import.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { StaleSectors } from "../balance/stale-sectors.ts";
import type { Announce } from "../sites/announce.ts";
import type { SectorContext } from "../sites/sectors.ts";
import { createRunFollower } from "./follow-runs.ts";
import { importWaterings } from "./import.ts";
import { replaceTelemetry } from "./replace-telemetry.ts";
import { runsUnderWay } from "./run-store.ts";

/** Water that was put on: written by people, or followed from the panels of pivots. */
export interface Waterings {
  import(sites: readonly SectorContext[], request: ImportRequest): Promise<ImportReply>;
  /** Removes what telemetry recorded of a watering that a person has written. */
  recordChanged(event: DomainEvents["record"]): Promise<void>;
  /** Sweep of the arm in the revolution that is under way, by pivot. */
  revolutions(pivotIds: readonly string[]): Promise<Map<string, WetRun>>;
  pivotReported(event: DomainEvents["pivotStatus"]): void;
  /** Records the runs that have ended. */
  followRuns(): Promise<void>;
}

export interface WateringSources {
  telemetry: Pick<Telemetry, "pivotHistory">;
  stale: StaleSectors;
  announce: Announce;
  /** Called with the sectors on which a run under way has put another whole mm. */
  onWatered(sectorIds: readonly string[]): void;
}

export function createWaterings(
  { database, clock }: Pick<Context, "database" | "clock">,
  { telemetry, stale, announce, onWatered }: WateringSources,
): Waterings {
  const context = { database, clock, announce };
  const runs = createRunFollower(context, telemetry, onWatered);
  return {
    async import(sites, request) {
      const { reply, added, changed } = await importWaterings(database, sites, request);
      await replaceTelemetry(context, request.clientId, added);
      for (const [sectorId, from] of changed) stale.mark([sectorId], from);
      if (added.length > 0) await announce({ clientId: request.clientId, entity: "Watering", recordId: request.key });
      return reply;
    },
    async recordChanged({ clientId, entity, before, after }) {
      if (entity === "Watering" && !before && after?.source === "manual")
        await replaceTelemetry(context, clientId, [after]);
    },
    revolutions: (pivotIds) => runsUnderWay(database, pivotIds),
    pivotReported: ({ pivotId }) => runs.reported(pivotId),
    followRuns: runs.settle,
  };
}
