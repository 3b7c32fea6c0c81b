import { views } from "@lamina/shared/calls/views";
import type { ConsumptionReport, ManagementReport } from "@lamina/shared/views/report";
import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { requireRange } from "../../http/ranges.ts";
import type { UseSources } from "../../irrigation/water-use/service.ts";
import { pivots } from "../../schema/farms.ts";
import { consumptionReport } from "./consumption.ts";
import { managementReport } from "./management.ts";

/** Reports of a client, limited to the caller's farms. */
export interface Reports {
  /** @throws HttpProblem 400, 403, 404 for a client or a pivot that the caller may not see */
  management(
    caller: Caller,
    query: {
      ID: string;
      from: string;
      to: string;
      pivotId?: string | undefined;
      sectorId?: string | undefined;
      rows?: "all" | "none";
      after?: string | undefined;
    },
  ): Promise<ManagementReport>;
  /** @throws HttpProblem 400 without a year or two days, 403, 404 */
  consumption(
    caller: Caller,
    query: { ID: string; year?: number | undefined; from?: string | undefined; to?: string | undefined },
  ): Promise<ConsumptionReport>;
}

export function createReports(context: Pick<Context, "database" | "clock"> & UseSources): Reports {
  const { database } = context;

  /** The caller's farms of the client; an empty list means all. */
  function farmsOf(caller: Caller, clientId: string): readonly string[] {
    const rights = caller.clients.get(clientId);
    if (rights === undefined) throw problems.notFound("client");
    if (!mayOnClient(caller, views.managementReport.access, clientId)) throw problems.forbidden();
    return rights.farmIds;
  }

  async function requirePivot(pivotId: string, clientId: string, farmIds: readonly string[]): Promise<void> {
    const [pivot] = await database
      .select({ farmId: pivots.farmId })
      .from(pivots)
      .where(and(eq(pivots._id, pivotId), eq(pivots.clientId, clientId)));
    if (pivot === undefined || (farmIds.length > 0 && !farmIds.includes(pivot.farmId)))
      throw problems.notFound("pivot");
  }

  return {
    async management(caller, { ID: clientId, pivotId, sectorId, rows = "all", after, from, to }) {
      const farmIds = farmsOf(caller, clientId);
      const range = requireRange({ from, to });
      if (pivotId !== undefined) await requirePivot(pivotId, clientId, farmIds);
      return managementReport(context, { clientId, farmIds, pivotId, sectorId, rows, after, ...range });
    },

    async consumption(caller, { ID: clientId, year, from = `${year}-01-01`, to = `${year}-12-31` }) {
      return consumptionReport(context, clientId, farmsOf(caller, clientId), requireRange({ from, to }));
    },
  };
}
