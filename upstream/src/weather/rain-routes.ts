import { views } from "@lamina/shared/views";
import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "../core/context.ts";
import { sectorsOf } from "../farms/caller.ts";
import { sectorCondition } from "../farms/sector-filter.ts";
import type { Caller } from "../http/caller.ts";
import type { Router } from "../http/router.ts";
import type { RecordDefinition } from "../records/definition.ts";
import { recordPage } from "../records/page.ts";
import { farms, pivotSectors, pivots } from "../schema/farms.ts";
import { rains } from "../schema/weather.ts";
import { rainDefinition } from "./definitions.ts";
import { importRains, type Places } from "./rain-import.ts";

/** Rain records by the page and by the file. */
export function rainRoutes(router: Router, context: Pick<Context, "database" | "clock" | "events">): void {
  const { database, clock } = context;

  router.route(views.rainPage, ({ caller, query }) =>
    recordPage<typeof rains.$inferSelect>(database, caller, query, {
      definition: rainDefinition as unknown as RecordDefinition,
      order: { column: rains.date, type: "date" },
      access: views.rainPage.access,
    }),
  );

  router.route(views.rainImport, async ({ caller, body }) => {
    const { clientId, key, rows } = body;
    const places = await placesOf(caller, clientId);
    return importRains(context, places, { caller, clientId, key, rows, now: clock.now() });
  });

  async function placesOf(caller: Caller, clientId: string): Promise<Places> {
    const sectors = await database
      .select({ _id: pivotSectors._id, farmId: pivots.farmId })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .where(sectorCondition(sectorsOf(caller, clientId, views.rainImport)));
    const farmIds = [...(caller.clients.get(clientId)?.farmIds ?? [])];
    const own = await database
      .select({ _id: farms._id })
      .from(farms)
      .where(and(eq(farms.clientId, clientId), farmIds.length > 0 ? inArray(farms._id, farmIds) : undefined));
    return new Map([
      ...own.map(({ _id }) => [_id, _id] as const),
      ...sectors.map(({ _id, farmId }) => [_id, farmId] as const),
    ]);
  }
}
