import { views } from "@lamina/shared/calls/views";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { text } from "./text.ts";

/** While something is computed again, its progress is asked this often. */
const PROGRESS_MS = 2_000;

const recomputingQuery = (clientId: string) =>
  queryOptions({
    queryKey: [clientId, "recomputing"],
    queryFn: ({ signal }) => call(views.recomputing, { query: { ID: clientId }, signal }),
    // Another API may not have the call: the screen is complete without it.
    retry: false,
    meta: { entities: ["Farm", "Device", "Sensor", "Config", "Soil", "Crop", "Season", "Pivot", "PivotSector"] },
    refetchInterval: ({ state }) =>
      (state.data?.farms.length ?? 0) + (state.data?.sectors ?? 0) > 0 ? PROGRESS_MS : false,
  });

/** Says that past days are computed again because of a change, such as the altitude of a farm. */
export function Recomputing() {
  const { data } = useQuery(recomputingQuery(useSelectedClient()._id));
  const days = Math.max(0, ...(data?.farms.map((farm) => farm.days) ?? []));
  if (!data || (days === 0 && data.sectors === 0)) return null;
  return (
    <Banner tone="info" icon="refresh">
      {text.recomputing(days, data.sectors)}
    </Banner>
  );
}
