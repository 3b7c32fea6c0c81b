import { views } from "@lamina/shared/calls/views";
import { eq } from "drizzle-orm";
import type { Context } from "../core/context.ts";
import { requireSector } from "../farms/caller.ts";
import { problems } from "../http/problem.ts";
import type { Router } from "../http/router.ts";
import { monitors } from "../schema/telemetry.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { acceptFieldCapacity, suggestFieldCapacity } from "./sites/field-capacity.ts";

/** Field capacities derived from probes, and their acceptance by people. */
export function probeRoutes(
  router: Router,
  { database, clock, events }: Pick<Context, "database" | "clock" | "events">,
  telemetry: Pick<Telemetry, "hourAggregates">,
): void {
  router.route(views.fieldCapacity, async ({ caller, query }) => {
    const sectorId = await sectorOf(query.ID);
    await requireSector(database, caller, sectorId, views.fieldCapacity);
    return suggestFieldCapacity({ database, telemetry }, { monitorId: query.ID, sectorId }, clock.now());
  });

  router.route(views.fieldCapacityAccept, async ({ caller, body }) => {
    await requireSector(database, caller, await sectorOf(body._id), views.fieldCapacityAccept);
    return { matchedCount: await acceptFieldCapacity({ database, clock, events }, caller, body) };
  });

  async function sectorOf(monitorId: string): Promise<string> {
    const [row] = await database
      .select({ sectorId: monitors.sectorId })
      .from(monitors)
      .where(eq(monitors._id, monitorId));
    if (row === undefined) throw problems.notFound("monitor");
    return row.sectorId;
  }
}
