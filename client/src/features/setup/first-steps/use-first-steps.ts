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

/** Everything that a step looks at. */
const LOOKED_AT: { entity: EntityName; uses: readonly EntityName[] } = {
  entity: "farm",
  uses: ["pivot", "pivotSector", "soil", "crop", "season", "device", "sensor", "config"],
};

/**
 * The steps that lead to the first recommendation, for who may take them; undefined for anybody else. Of a client that has one
 * when the page is opened nothing more is asked, and on this device never again.
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
  // A client whose seasons are over has been all the way.
  const hasHistory = lists.of("season").some(({ status }) => status === "closed");
  if (!recommendations || !isNeeded || !ready || hasHistory) return undefined;
  return stepsOf({ client, lists, recommendations });
}

/** Today's recommendations of a client's sectors in season. */
function recommendationsQuery(clientId: string, isAsked: boolean) {
  return queryOptions({
    queryKey: [clientId, "recommendations"],
    queryFn: isAsked
      ? ({ signal }) =>
          logFailure(
            "Erro ao carregar as recomendações",
            call(views.recommendations, { query: { ID: clientId }, signal }),
          )
      : skipToken,
    meta: { entities: ["Recommendation", "Balance", "Season"] },
  });
}
