import { views } from "@lamina/shared/calls/views";
import type { CommandFields } from "@lamina/shared/records/commands/pivot-command";
import type { Confirm } from "../access/identity/confirmation/confirm.ts";
import type { Context } from "../core/context.ts";
import { requirePivot, sectorsOf } from "../farms/caller.ts";
import { clientSettings } from "../farms/settings/service.ts";
import type { Caller } from "../http/caller.ts";
import type { Router } from "../http/router.ts";
import { machineOf } from "./facts.ts";
import type { Commands } from "./service.ts";

interface CommandCalls {
  commands: Commands;
  confirm: Confirm;
}

export function commandRoutes(
  router: Router,
  { database }: Pick<Context, "database">,
  { commands, confirm }: CommandCalls,
): void {
  /** @throws HttpProblem 403 where the client's settings require a confirmation, which a stop never does, 429 */
  async function requireConfirmation(caller: Caller, { pivotId, command, ...proofs }: CommandFields): Promise<void> {
    if (command === "stop") return;
    const clientId = (await machineOf(database, pivotId))?.clientId ?? "";
    const settings = (await clientSettings(database, [clientId])).get(clientId);
    await confirm(caller, settings?.commandConfirmation ?? "none", proofs);
  }

  router.route(views.commandInsert, async ({ caller, body, key }) => {
    await requirePivot(database, caller, body.pivotId, views.commandInsert);
    await requireConfirmation(caller, body);
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
