import { views } from "@lamina/shared/calls/views";
import type { Context } from "../../core/context.ts";
import { requireSector, sectorsOf } from "../../farms/caller.ts";
import { requireFarm } from "../../farms/service.ts";
import { problems } from "../../http/problem.ts";
import type { Router } from "../../http/router.ts";
import type { Decisions } from "../../irrigation/decisions/service.ts";
import type { IrrigameterViews } from "./service.ts";

export function irrigameterRoutes(
  router: Router,
  { database }: Pick<Context, "database">,
  { decisions, irrigameter }: { decisions: Decisions; irrigameter: IrrigameterViews },
): void {
  const settle = (clientId: string) => decisions.upToDate({ clientIds: [clientId] });

  router.sharedRoute(
    views.irrigameter,
    ({ caller, query }) => irrigameter.irrigameter(caller, query.ID, sectorsOf(caller, query.ID, views.irrigameter)),
    settle,
  );

  router.route(views.sectorDetail, async ({ caller, query }) => {
    const { filter } = await requireSector(database, caller, query.ID, views.sectorDetail);
    const [state] = await decisions.states(filter);
    if (state === undefined) throw problems.notFound("sector");
    return irrigameter.detail(state);
  });

  router.sharedRoute(
    views.sensorSummaries,
    async ({ caller, query }) => {
      const states = await decisions.states(sectorsOf(caller, query.ID, views.sensorSummaries));
      return [...(await decisions.sensorSummaries(states)).values()].flat();
    },
    settle,
  );

  router.sharedRoute(
    views.map,
    ({ caller, query }) => irrigameter.map(caller, query.ID, sectorsOf(caller, query.ID, views.map)),
    settle,
  );

  router.route(views.forecast, async ({ caller, query }) => {
    const { access } = views.forecast;
    return irrigameter.forecast(await requireFarm(database, caller, { farmId: query.ID, access }));
  });
}
