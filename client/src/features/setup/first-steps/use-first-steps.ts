import type { EntityName } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { logFailure } from "../../../core/log-failure.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { deviceStorage } from "../../../platform/storage.ts";
import { useLists } from "../records/data/use-lists.ts";
import { type Step, stepsOf } from "./steps.ts";
import { text } from "./text.ts";

/** The entities that the steps depend on. */
const LOOKED_AT: { entity: EntityName; uses: readonly EntityName[] } = {
  entity: "farm",
  uses: ["pivot", "pivotSector", "soil", "crop", "season", "device", "sensor", "config"],
};

/**
 * The steps to the first recommendation, for users with the right; otherwise undefined. Once a client has a
 * recommendation, the steps are no longer computed, and the device remembers this.
 */
export function useFirstSteps(): readonly Step[] | undefined {
  const client = useSelectedClient();
  const { can } = useRights();
  const isMine = can("farms", "create") && can("irrigameter", "view");
  const key = `first-steps-done:${client._id}`;
  const [isDone] = useState(() => deviceStorage.read(key) !== null);
  const { data: recommendations } = useQuery(recommendationsQuery(client._id, isMine && !isDone));
  const isAdvised = recommendations?.some(({ action }) => action !== "nodata") ?? false;
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && recommendations && !isAdvised) setNeeded(true);
  useEffect(() => {
    if (isAdvised) deviceStorage.write(key, "1");
  }, [isAdvised, key]);
  const { lists, ready } = useLists(LOOKED_AT, isNeeded);
  // A client with a closed season has completed the steps before.
  const hasHistory = lists.of("season").some(({ status }) => status === "closed");
  if (!recommendations || !isNeeded || !ready || hasHistory) return undefined;
  return stepsOf({ client, lists, recommendations });
}

/** Today's recommendations of a client's sectors in season. */
function recommendationsQuery(clientId: string, isAsked: boolean) {
  return queryOptions({
    queryKey: [clientId, "recommendations"],
    queryFn: isAsked
      ? ({ signal }) => logFailure(text.loadFailed, call(views.recommendations, { query: { ID: clientId }, signal }))
      : skipToken,
    meta: { entities: ["Recommendation", "Balance", "Season"] },
  });
}
