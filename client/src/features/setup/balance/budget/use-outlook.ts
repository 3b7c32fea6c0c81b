import { views } from "@lamina/shared/calls/views";
import type { SeasonBudget } from "@lamina/shared/records/season/season-budget";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../../api/http.ts";

/** The outlook of a stored budget. */
export const useOutlook = ({ _id, clientId, updatedAt }: SeasonBudget) =>
  useQuery({
    queryKey: [clientId, "budget", _id, updatedAt],
    queryFn: ({ signal }) => call(views.budgetOutlook, { query: { ID: _id }, signal }),
    meta: { entities: ["SeasonBudget", "Season", "Crop", "Watering", "Pivot", "Tariff", "Config"] },
  });
