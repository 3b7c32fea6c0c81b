import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/domain-events.ts";
import type { RecordChanged } from "../../core/record-changed.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Announce } from "../sites/announce.ts";
import { createRunFollower } from "./follow-runs.ts";
import { withOtherEfficiency } from "./other-efficiency.ts";
import { remeasured } from "./remeasured.ts";
import { replaceTelemetry } from "./replace-telemetry.ts";
import { runsUnderWay } from "./run-store.ts";

/** Applied water: recorded by people, or from the panels of pivots. */
export interface Waterings {
  /**
   * Removes telemetry's records of waterings that people record, and computes waterings again when their machine is
   * measured, in the transaction of those records. Returns those changes.
   */
  followUp(transaction: Database, changes: readonly RecordChanged[]): Promise<RecordChanged[]>;
  /** Sweep of the arm in the current revolution, by pivot. */
  revolutions(pivotIds: readonly string[]): Promise<Map<string, WetRun>>;
  pivotReported(event: DomainEvents["pivotStatus"]): Promise<void>;
  /** Takes the pivots that reported, as the input of {@link followRuns}. */
  takeReported(): string | undefined;
  /** Records completed runs: of given pivots, or of all that are under way, reported, or were never followed. */
  followRuns(pivotIds?: string): Promise<void>;
}

interface WateringSources {
  telemetry: Pick<Telemetry, "pivotHistory" | "pivotLatest">;
  announce: Announce;
  /** Called with the sectors that got another whole mm from a run in progress. */
  onWatered(sectorIds: readonly string[]): Promise<void>;
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
      const calibrations = changes.filter((change) => change.entity === "MachineCalibration");
      const machines = changes.filter((change) => change.entity === "Pivot");
      const gone = await remeasured(transaction, calibrations, clock.now());
      gone.push(...(await withOtherEfficiency(transaction, machines, clock.now())));
      for (const [clientId, own] of Map.groupBy(written, (watering) => watering.clientId))
        gone.push(...(await replaceTelemetry(transaction, own, { clientId, now: clock.now() })));
      return gone;
    },
    revolutions: (pivotIds) => runsUnderWay(database, pivotIds),
    pivotReported: ({ pivotId }) => runs.reported(pivotId),
    takeReported: runs.take,
    followRuns: runs.settle,
  };
}
