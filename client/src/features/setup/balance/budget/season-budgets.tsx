import type { Season } from "@lamina/shared/records/crop";
import { BudgetSummary } from "../../../../field/budget/budget-summary.tsx";
import { Card } from "../../../../ui/layout/card.tsx";
import type { RelatedRecords } from "../../records/data/screen-config.ts";
import { sectorName } from "../../records/data/sectors.ts";
import { text } from "../text.ts";
import { useOutlook } from "./use-outlook.ts";

/** The budgets that cover a season, with what is used and left of each, and which of its stages go without. */
export function SeasonBudgets({ record: season, lists }: { record: Season; lists: RelatedRecords }) {
  const pivotId = lists.find("pivotSector", season.sectorId)?.pivotId;
  const farmId = lists.find("pivot", pivotId)?.farmId;
  const end = season.harvestDate ?? "9999-12-31";
  const own = lists.of("seasonBudget").filter((budget) => {
    const isOfMachine = budget.pivotIds.length === 0 || budget.pivotIds.some((id) => id === pivotId);
    return budget.farmId === farmId && isOfMachine && budget.from <= end && budget.to >= season.plantingDate;
  });
  return own.map((budget) => (
    <Card key={budget._id} title={text.budget.ofSeason(budget.name)}>
      <OfSeason budget={budget} season={season} lists={lists} />
    </Card>
  ));
}

interface OfSeasonProps {
  budget: Parameters<typeof useOutlook>[0];
  season: Season;
  lists: RelatedRecords;
}

function OfSeason({ budget, season: { sectorId }, lists }: OfSeasonProps) {
  const { data } = useOutlook(budget);
  const nameOf = (id: string) => (id === sectorId ? (sectorName(lists, id) ?? text.budget.sector) : undefined);
  return data && <BudgetSummary outlook={data} nameOf={nameOf} />;
}
