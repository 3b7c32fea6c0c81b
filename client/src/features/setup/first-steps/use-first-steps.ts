import type { EntityName } from "@lamina/shared/entities";
import { views } from "@lamina/shared/views";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { logFailure } from "../../../core/log-failure.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { useLists } from "../records/use-lists.ts";
import { type Step, stepsOf } from "./steps.ts";

/** Everything that a step looks at, beside the farms. */
const USED: readonly EntityName[] = ["pivot", "pivotSector", "soil", "crop", "season", "device", "sensor", "config"];
const NONE: readonly EntityName[] = [];

/**
 * The steps that lead to the first recommendation, for who may take them; undefined for anybody else. A client that has
 * one when the page is opened is not asked for anything more.
 */
export function useFirstSteps(): readonly Step[] | undefined {
  const client = useSelectedClient();
  const { can } = useRights();
  const isMine = can("farms", "create") && can("irrigameter", "view");
  const { data: recommendations } = useQuery(recommendationsQuery(client._id, isMine));
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && recommendations?.every(({ action }) => action === "nodata")) setNeeded(true);
  const { lists, ready } = useLists({ entity: "farm", uses: isNeeded ? USED : NONE });
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
