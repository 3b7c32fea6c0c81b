import type { Access } from "@lamina/shared/access/rights";
import { and, eq } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import { type Caller, mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import { farms } from "../schema/farms.ts";

/**
 * A farm that the caller may see and perform this action on.
 * @throws HttpProblem 404 for a farm of another client or outside the caller's farms; 403 without the right
 */
export async function requireFarm(
  database: Database,
  caller: Caller,
  { farmId, access }: { farmId: string; access: Access | null },
): Promise<typeof farms.$inferSelect> {
  const [farm] = await database
    .select()
    .from(farms)
    .where(and(eq(farms._id, farmId), anyOf(farms.clientId, caller.clients.keys())));
  const farmIds = farm && caller.clients.get(farm.clientId)?.farmIds;
  if (farm === undefined || (farmIds !== undefined && farmIds.length > 0 && !farmIds.includes(farm._id)))
    throw problems.notFound("farm");
  if (!mayOnClient(caller, access, farm.clientId)) throw problems.forbidden();
  return farm;
}
