import { views } from "@lamina/shared/calls/views";
import type { Context } from "../core/context.ts";
import { requirePivot, sectorsOf } from "../farms/caller.ts";
import type { Router } from "../http/router.ts";
import type { Commands } from "./service.ts";

export function commandRoutes(router: Router, { database }: Pick<Context, "database">, commands: Commands): void {
  router.route(views.commandInsert, async ({ caller, body, key }) => {
    await requirePivot(database, caller, body.pivotId, views.commandInsert);
    return commands.insert(caller, body, key);
  });

  router.route(views.commandCancel, async ({ caller, body }) => {
    const pivotId = await commands.pivotOf(body._id);
    if (pivotId === undefined) return { matchedCount: 0 };
    await requirePivot(database, caller, pivotId, views.commandCancel);
    return { matchedCount: (await commands.cancel(caller, body._id)) ? 1 : 0 };
  });

  router.route(views.commandsByPivot, async ({ caller, query }) => {
    await requirePivot(database, caller, query.ID, views.commandsByPivot);
    return commands.ofPivot(query.ID);
  });

  router.route(views.commandsByClient, async ({ caller, query }) =>
    commands.ofClient(sectorsOf(caller, query.ID, views.commandsByClient)),
  );
}
