import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import type { PivotStatus } from "@lamina/shared/records/farm";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../api/http.ts";

/** The latest status of each pivot, far smaller than the screen's data. Fetched only after a pivot has moved. */
export function pivotStatusQuery({ _id }: Pick<Client, "_id">) {
  return queryOptions({
    queryKey: [_id, "pivot-status"],
    queryFn: ({ signal }) => call(views.pivotStatus, { query: { ID: _id }, signal }),
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { entities: ["PivotStatus"], passing: true },
  });
}

/** A pivot with the status that its screen's data have, and the moment from which that is stale, if it is known. */
interface WithStatus {
  _id: string;
  status?: PivotStatus | null | undefined;
  statusStaleAt?: string | null | undefined;
}

/** A newer status becomes stale as long after its date as the known one: the API's answer has the limit in these two only. */
function withPanel<Pivot extends WithStatus>(pivot: Pivot, status: PivotStatus | undefined): Pivot {
  const { status: statusBefore, statusStaleAt } = pivot;
  const laterMs = status ? Date.parse(status.date) - Date.parse(statusBefore?.date ?? "") : Number.NaN;
  if (!status || laterMs <= 0) return pivot;
  if (!statusStaleAt || Number.isNaN(laterMs)) return { ...pivot, status };
  return { ...pivot, status, statusStaleAt: new Date(Date.parse(statusStaleAt) + laterMs).toISOString() };
}

/** The pivots, each with its panel's latest status where that is newer. */
export function withPanels<Pivot extends WithStatus>(
  pivots: readonly Pivot[],
  reported: readonly PivotStatus[],
): Pivot[] {
  const latest = new Map(reported.map((status) => [status.pivotId, status]));
  return pivots.map((pivot) => withPanel(pivot, latest.get(pivot._id)));
}

/**
 * A pivot with its panel's latest status where that is newer. A component that uses it is drawn again when the panel of
 * this pivot reports, and not for those of other pivots.
 */
export function useLatestPanel<Pivot extends WithStatus & { clientId: string }>(pivot: Pivot): Pivot {
  const { data: status } = useQuery({
    ...pivotStatusQuery({ _id: pivot.clientId }),
    select: (all) => all.find(({ pivotId }) => pivotId === pivot._id),
  });
  return useMemo(() => withPanel(pivot, status), [pivot, status]);
}
