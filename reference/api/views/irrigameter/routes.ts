import { views } from "@lamina/shared/calls/views";
import { irrigameterForms } from "@lamina/shared/calls/views/irrigation";
import { mapForms } from "@lamina/shared/calls/views/map";
import type { MapView } from "@lamina/shared/views/irrigameter";
import type { MapColumns } from "@lamina/shared/views/map-columns";
import type { Context } from "../../core/context.ts";
import { requirePivot, requireSector, sectorsOf } from "../../farms/caller.ts";
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
    irrigameterForms,
    async ({ caller, query }) => {
      sectorsOf(caller, query.ID, views.irrigameter);
      if (query.form === "board") return irrigameter.board(caller, query.ID, query.since);
      return irrigameter.irrigameter(caller, query.ID, { sectorIds: query.sectorIds?.split(",") });
    },
    settle,
  );

  router.sharedRoute(
    views.machineDays,
    ({ caller, query }) => {
      sectorsOf(caller, query.ID, views.machineDays);
      return irrigameter.machineDays(caller, query.ID, query.since);
    },
    settle,
  );

  router.route(views.machineDay, async ({ caller, query }) => {
    const { filter } = await requirePivot(database, caller, query.ID, views.machineDay);
    const day = await irrigameter.machineDay(filter, query.ID);
    if (day === undefined || (query.date !== undefined && query.date !== day.date))
      throw problems.notFound("machineDay");
    return day;
  });

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
    mapForms,
    async ({ caller, query }): Promise<MapColumns | MapView> => {
      const filter = sectorsOf(caller, query.ID, views.map);
      return query.form === "board"
        ? irrigameter.mapColumns(caller, query.ID, filter, query.since)
        : irrigameter.map(caller, query.ID, filter);
    },
    settle,
  );

  router.sharedRoute(
    views.mapHistory,
    ({ caller, query }) => {
      sectorsOf(caller, query.ID, views.mapHistory);
      return irrigameter.mapHistory(caller, query.ID);
    },
    settle,
  );

  router.route(views.forecast, async ({ caller, query }) => {
    const { access } = views.forecast;
    return irrigameter.forecast(await requireFarm(database, caller, { farmId: query.ID, access }));
  });
}
