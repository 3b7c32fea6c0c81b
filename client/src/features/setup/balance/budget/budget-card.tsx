import type { BudgetOutlook, SeasonBudget } from "@lamina/shared/records/season/season-budget";
import { BudgetSummary } from "../../../../field/budget/budget-summary.tsx";
import { budgetText } from "../../../../field/budget/budget-text.ts";
import { Failure } from "../../../../ui/feedback/failure.tsx";
import { formatDay, formatNumber } from "../../../../ui/format.ts";
import { Card } from "../../../../ui/layout/card.tsx";
import { ScrollRegion } from "../../../../ui/layout/scroll-region.tsx";
import { Table } from "../../../../ui/layout/table.tsx";
import { failureText } from "../../records/data/failure-text.ts";
import type { RelatedRecords } from "../../records/data/screen-config.ts";
import { sectorName } from "../../records/data/sectors.ts";
import { text } from "../text.ts";
import { useOutlook } from "./use-outlook.ts";

const words = text.budget;

/** What a stored budget gives to which sector and stage, and when it would be used up. */
export function BudgetCard({ record, lists }: { record: SeasonBudget; lists: RelatedRecords }) {
  const { data, error } = useOutlook(record);
  return (
    <Card title={words.outlook}>
      <Failure>{error ? failureText(error) : undefined}</Failure>
      {data && <Outlook outlook={data} lists={lists} />}
    </Card>
  );
}

function Outlook({ outlook, lists }: { outlook: BudgetOutlook; lists: RelatedRecords }) {
  const { stages } = outlook;
  return (
    <div className="close-stack">
      <BudgetSummary outlook={outlook} nameOf={(sectorId) => sectorName(lists, sectorId) ?? undefined} />
      {stages.length > 0 && (
        <ScrollRegion label={words.outlook}>
          <Table
            caption={words.outlook}
            rows={stages}
            rowKey={({ sectorId, from }) => `${sectorId} ${from}`}
            columns={[
              { key: "sector", header: words.sector, cell: (row) => sectorName(lists, row.sectorId) ?? row.cropName },
              { key: "stage", header: words.stage, cell: (row) => budgetText.stages[row.stage] ?? "" },
              { key: "days", header: words.days, cell: (row) => `${formatDay(row.from)} – ${formatDay(row.to)}` },
              { key: "need", header: words.need, cell: (row) => formatNumber(row.needMm, 0) },
              { key: "given", header: words.given, cell: (row) => formatNumber(row.givenMm, 0) },
              { key: "worth", header: words.worth, cell: (row) => formatNumber(row.brlMm, 0) },
              { key: "loss", header: words.loss, cell: (row) => formatNumber(row.lossBrl, 0) },
            ]}
          />
        </ScrollRegion>
      )}
    </div>
  );
}
