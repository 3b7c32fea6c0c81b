import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/events.ts";
import type { RecordChanged } from "../../core/record-changed.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Announce } from "../sites/announce.ts";
import { createRunFollower } from "./follow-runs.ts";
import { replaceTelemetry } from "./replace-telemetry.ts";
import { runsUnderWay } from "./run-store.ts";

/** Water that was put on: written by people, or followed from the panels of pivots. */
export interface Waterings {
  /** Removes what telemetry recorded of waterings that people write, in their transaction. Returns those changes. */
  followUp(transaction: Database, changes: readonly RecordChanged[]): Promise<RecordChanged[]>;
  /** Sweep of the arm in the revolution that is under way, by pivot. */
  revolutions(pivotIds: readonly string[]): Promise<Map<string, WetRun>>;
  pivotReported(event: DomainEvents["pivotStatus"]): void;
  /** Records the runs that have ended. */
  followRuns(): Promise<void>;
}

interface WateringSources {
  telemetry: Pick<Telemetry, "pivotHistory">;
  announce: Announce;
  /** Called with the sectors on which a run under way has put another whole mm. */
  onWatered(sectorIds: readonly string[]): void;
}

export function createWaterings(
  { database, clock, events }: Pick<Context, "database" | "clock" | "events">,
  { telemetry, announce, onWatered }: WateringSources,
): Waterings {
  const context = { database, clock, events, announce };
  const runs = createRunFollower(context, telemetry, onWatered);
  return {
    async followUp(transaction, changes) {
      const written = changes.flatMap((change) =>
        change.entity === "Watering" && !change.before && change.after?.source === "manual" ? [change.after] : [],
      );
      const gone: RecordChanged[] = [];
      for (const [clientId, own] of Map.groupBy(written, (watering) => watering.clientId))
        gone.push(...(await replaceTelemetry(transaction, own, { clientId, now: clock.now() })));
      return gone;
    },
    revolutions: (pivotIds) => runsUnderWay(database, pivotIds),
    pivotReported: ({ pivotId }) => runs.reported(pivotId),
    followRuns: runs.settle,
  };
}
