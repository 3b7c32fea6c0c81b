import { finalStates } from "@lamina/shared/records/commands/pivot-command";
import { and, inArray, isNotNull, notInArray, type SQL } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { problems } from "../http/problem.ts";
import { pivotCommands } from "../schema/commands.ts";
import { pivots } from "../schema/farms.ts";

/**
 * Rejects the deletion of machines that have an order under way, because the machine would obey it while no one can see
 * or stop it. A scheduled start is not sent yet, and goes with its machine.
 * @throws HttpProblem 409
 */
export async function requireNoOrder(transaction: Database, machines: SQL): Promise<void> {
  // An order that is being given waits, and then finds no machine.
  const found = await transaction.select({ _id: pivots._id }).from(pivots).where(machines).for("update");
  const ids = found.map(({ _id }) => _id);
  const isUnderWay = and(
    inArray(pivotCommands.pivotId, ids),
    isNotNull(pivotCommands.sentAt),
    notInArray(pivotCommands.state, [...finalStates]),
  );
  if (ids.length > 0 && (await transaction.$count(pivotCommands, isUnderWay)) > 0)
    throw problems.inUse("commandUnderWay");
}
