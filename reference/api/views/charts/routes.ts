import { views } from "@lamina/shared/calls/views";
import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { requireFarm } from "../../farms/service.ts";
import { problems } from "../../http/problem.ts";
import { parseRange } from "../../http/ranges.ts";
import type { Router } from "../../http/router.ts";
import type { Balances } from "../../irrigation/balance/service.ts";
import { farms, pivotSectors, pivots } from "../../schema/farms.ts";
import { createScope } from "../../telemetry/scope.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Weather } from "../../weather/service.ts";
import { sourcesOf } from "./sources.ts";

interface ChartServices {
  telemetry: Pick<Telemetry, "series">;
  weather: Pick<Weather, "days">;
  balances: Pick<Balances, "rows">;
}

/** The calls of the charts: the sensors, and the measurements, in one call each. */
export function chartRoutes(router: Router, context: Context, { telemetry, weather, balances }: ChartServices): void {
  const { database } = context;
  const scope = createScope(database);
  const { access } = views.chart;

  router.route(views.sources, async ({ caller, query }) => {
    const rights = caller.clients.get(query.ID);
    if (rights === undefined) throw problems.notFound("client");
    return sourcesOf(context, query.ID, rights.farmIds);
  });

  router.route(views.chart, async ({ caller, query }) => {
    const { from, to } = parseRange(query);
    const ids = await scope.sensors({ caller, access }, query.IDs);
    const farm = query.farmId ? await requireFarm(database, caller, { farmId: query.farmId, access }) : undefined;
    const sectorFarm = query.sectorId ? await farmOfSector(query.sectorId) : undefined;
    if (query.sectorId) await requireFarm(database, caller, { farmId: sectorFarm?._id ?? "", access });
    const days = (timezone: string) =>
      [farmDay(from.getTime(), timezone), farmDay(to.getTime() - 1, timezone)] as const;
    const [series, ownWeather, balance] = await Promise.all([
      telemetry.series(ids, from, to, query.step),
      farm ? weather.days(farm._id, ...days(farm.timezone)) : [],
      // Includes the day before, from which the first day of the chart starts.
      query.sectorId && sectorFarm
        ? balances.rows(query.sectorId, addDays(days(sectorFarm.timezone)[0], -1), days(sectorFarm.timezone)[1])
        : [],
    ]);
    return { series, weather: ownWeather, balance };
  });

  async function farmOfSector(sectorId: string) {
    const [row] = await database
      .select({ farm: farms })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .innerJoin(farms, eq(farms._id, pivots.farmId))
      .where(eq(pivotSectors._id, sectorId));
    return row?.farm;
  }
}
