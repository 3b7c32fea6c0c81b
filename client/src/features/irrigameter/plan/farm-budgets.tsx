import { views } from "@lamina/shared/calls/views";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { call } from "../../../api/http.ts";
import { logFailure } from "../../../core/log-failure.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { BudgetSummary } from "../../../field/budget/budget-summary.tsx";
import { formatDay } from "../../../ui/format.ts";
import { useBoard } from "../board-context.ts";
import { planText } from "./plan-text.ts";

const words = planText.budget;

/** The season's budgets of a farm, whose price of a millimetre the plan counts. Nothing where the farm has none. */
export function FarmBudgets({ farmId }: { farmId: string }) {
  const { clientId, data: board } = useBoard();
  const { can } = useRights();
  const { data = [] } = useQuery({
    queryKey: [clientId, "budgets", farmId],
    queryFn: ({ signal }) => logFailure(words.failed, call(views.farmBudgets, { query: { ID: farmId }, signal })),
    meta: { entities: ["SeasonBudget", "Season", "Crop", "Watering", "Pivot", "Tariff", "Config"] },
  });
  const nameOf = (sectorId: string) => {
    const card = board.sectors.find(({ sector }) => sector._id === sectorId);
    const pivot = board.pivots.find(({ _id }) => _id === card?.sector.pivotId);
    return card && [pivot?.name, card.sector.name].filter(Boolean).join(" · ");
  };
  return data.map(({ budgetId, name, to, ...outlook }) => (
    <section key={budgetId} className="close-stack" aria-label={words.title(name)}>
      <h4>{words.until(name, formatDay(to))}</h4>
      <BudgetSummary outlook={outlook} nameOf={nameOf} />
      <p className="fine-print">{outlook.shadowBrl > 0 ? words.counts : words.covers}</p>
      {can("balance", "view") && (
        <Link to={`/setup/balance?parte=orcamentos&registro=${budgetId}`} data-print="hide">
          {words.open}
        </Link>
      )}
    </section>
  ));
}
