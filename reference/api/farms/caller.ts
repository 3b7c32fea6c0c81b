import type { Access } from "@lamina/shared/access/rights";
import { eq } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { type Caller, mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import { pivotSectors, pivots } from "../schema/farms.ts";
import type { SectorFilter } from "./sector-filter.ts";

/** A call on records of one client. */
interface Guarded {
  access: Access | null;
}

/**
 * The sectors of a client that a caller may see.
 * @throws HttpProblem 404 for a client that is not the caller's, 403 without the right
 */
export function sectorsOf(caller: Caller, clientId: string, { access }: Guarded): SectorFilter {
  const rights = caller.clients.get(clientId);
  if (rights === undefined) throw problems.notFound("client");
  if (!mayOnClient(caller, access, clientId)) throw problems.forbidden();
  const { farmIds } = rights;
  return { clientIds: [clientId], ...(farmIds.length > 0 && { farmIds }) };
}

/**
 * The sectors of one machine, when the caller may make the call on it.
 * @throws HttpProblem 404, 403
 */
export async function requirePivot(
  database: Database,
  caller: Caller,
  pivotId: string,
  call: Guarded,
): Promise<{ filter: SectorFilter }> {
  const [found] = await database
    .select({ clientId: pivots.clientId, farmId: pivots.farmId })
    .from(pivots)
    .where(eq(pivots._id, pivotId));
  if (found === undefined || !mayReach(caller, found)) throw problems.notFound("pivot");
  return { filter: { ...sectorsOf(caller, found.clientId, call), pivotIds: [pivotId] } };
}

/** Whether a caller has the client of a record, and no limit to other farms. */
function mayReach(caller: Caller, { clientId, farmId }: { clientId: string; farmId: string }): boolean {
  const farmIds = caller.clients.get(clientId)?.farmIds;
  return farmIds !== undefined && (farmIds.length === 0 || farmIds.includes(farmId));
}

/**
 * One sector, when the caller may make the call on it.
 * @returns its client and the filter that selects it
 * @throws HttpProblem 404, 403
 */
export async function requireSector(
  database: Database,
  caller: Caller,
  sectorId: string,
  call: Guarded,
): Promise<{ clientId: string; filter: SectorFilter }> {
  const [found] = await database
    .select({ clientId: pivotSectors.clientId, farmId: pivots.farmId })
    .from(pivotSectors)
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .where(eq(pivotSectors._id, sectorId));
  if (found === undefined || !mayReach(caller, found)) throw problems.notFound("sector");
  return {
    clientId: found.clientId,
    filter: { ...sectorsOf(caller, found.clientId, call), sectorIds: [sectorId] },
  };
}
