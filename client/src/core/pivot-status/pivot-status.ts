import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import type { PivotStatus } from "@lamina/shared/records/farm";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";

/** The latest status of each pivot, far smaller than the screen's data. Fetched only after a pivot has moved. */
export function pivotStatusQuery({ _id }: Pick<Client, "_id">) {
  return queryOptions({
    queryKey: [_id, "pivot-status"],
    queryFn: ({ signal }) => call(views.pivotStatus, { query: { ID: _id }, signal }),
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { entities: ["PivotStatus"] },
  });
}

/** The pivots, each with its panel's latest status where that is newer. */
export function withPanels<Pivot extends { _id: string; status?: PivotStatus | null | undefined }>(
  pivots: readonly Pivot[],
  reported: readonly PivotStatus[],
): Pivot[] {
  const latest = new Map(reported.map((status) => [status.pivotId, status]));
  return pivots.map((pivot) => {
    const status = latest.get(pivot._id);
    const isNewer = status && (!pivot.status || Date.parse(status.date) > Date.parse(pivot.status.date));
    return isNewer ? { ...pivot, status } : pivot;
  });
}
