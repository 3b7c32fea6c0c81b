import type { Detection, DetectionResolve } from "@lamina/shared/records/irrigation";
import type * as z from "zod";
import type { Context } from "../../core/context.ts";
import type { Caller } from "../../http/caller.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Settling } from "../balance/settling.ts";
import type { Announce } from "../sites/announce.ts";
import type { SectorContext } from "../sites/sectors.ts";
import { createDetector, openDetections } from "./detect.ts";
import { createMeterCheck } from "./meter.ts";
import { resolveDetection } from "./resolve.ts";
import { withdrawExplained } from "./withdraw.ts";

/** Water that a probe or a panel showed and that is not on record. */
export interface Detections {
  /** Open detections of sectors, newest first. */
  open(sectorIds: readonly string[]): Promise<Detection[]>;
  /** @returns false when the detection was not open any more */
  resolve(caller: Caller, site: SectorContext, given: z.output<typeof DetectionResolve>): Promise<boolean>;
  /** Closes the open detections of a client that recorded water explains. */
  withdrawExplained(clientId: string): Promise<void>;
  /** Searches for unrecorded water, and for meters that disagree with their panels, in the readings of the last days. */
  detect(): Promise<void>;
}

interface DetectionSources {
  telemetry: Pick<Telemetry, "hourAggregates">;
  settling: Settling;
  announce: Announce;
}

export function createDetections(
  { database, clock, events }: Pick<Context, "database" | "clock" | "events">,
  { telemetry, settling, announce }: DetectionSources,
): Detections {
  const context = { database, clock, events, announce };
  const detector = createDetector(context, telemetry);
  const checkMeters = createMeterCheck(context, telemetry);
  return {
    open: (sectorIds) => openDetections(database, sectorIds),
    async resolve(caller, site, given) {
      const isDone = await resolveDetection(context, caller, site, given);
      await settling.upToDate({ sectorIds: [site.sector._id] });
      return isDone;
    },
    withdrawExplained: (clientId) => withdrawExplained(context, clientId),
    async detect() {
      await detector.detect();
      await checkMeters();
    },
  };
}
