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
  const farmIds = found && caller.clients.get(found.clientId)?.farmIds;
  if (found === undefined || farmIds === undefined || (farmIds.length > 0 && !farmIds.includes(found.farmId)))
    throw problems.notFound("sector");
  return {
    clientId: found.clientId,
    filter: { ...sectorsOf(caller, found.clientId, call), sectorIds: [sectorId] },
  };
}
