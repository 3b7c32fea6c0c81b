import { views } from "@lamina/shared/calls/views";
import type { CommandFields } from "@lamina/shared/records/commands/pivot-command";
import type { Context } from "../core/context.ts";
import { requirePivot, sectorsOf } from "../farms/caller.ts";
import { clientSettings } from "../farms/settings/service.ts";
import type { Caller } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import type { Router } from "../http/router.ts";
import { machineOf } from "./facts.ts";
import type { Commands } from "./service.ts";

interface CommandCalls {
  commands: Commands;
  /** Whether a password is the caller's; counts wrong ones. */
  isOwnPassword(caller: Caller, password: string): Promise<boolean>;
}

export function commandRoutes(
  router: Router,
  { database }: Pick<Context, "database">,
  { commands, isOwnPassword }: CommandCalls,
): void {
  /** @throws HttpProblem 403 where the client's settings require the person's password, which a stop never does */
  async function requirePassword(caller: Caller, { pivotId, command, password }: CommandFields): Promise<void> {
    if (command === "stop") return;
    const clientId = (await machineOf(database, pivotId))?.clientId ?? "";
    if (!(await clientSettings(database, [clientId])).get(clientId)?.commandPassword) return;
    if (password === undefined || !(await isOwnPassword(caller, password))) throw problems.confirmPassword();
  }

  router.route(views.commandInsert, async ({ caller, body, key }) => {
    await requirePivot(database, caller, body.pivotId, views.commandInsert);
    await requirePassword(caller, body);
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
