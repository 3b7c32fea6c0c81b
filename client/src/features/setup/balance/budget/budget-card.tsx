import { views } from "@lamina/shared/calls/views";
import type { BudgetOutlook, SeasonBudget } from "@lamina/shared/records/season/season-budget";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../../api/http.ts";
import { Failure } from "../../../../ui/feedback/failure.tsx";
import { formatDay, formatNumber } from "../../../../ui/format.ts";
import { Card } from "../../../../ui/layout/card.tsx";
import { ScrollRegion } from "../../../../ui/layout/scroll-region.tsx";
import { Table } from "../../../../ui/layout/table.tsx";
import { failureText } from "../../records/data/failure-text.ts";
import type { RelatedRecords } from "../../records/data/screen-config.ts";
import { sectorName } from "../../records/data/sectors.ts";
import { text } from "../text.ts";

const words = text.budget;
const m3 = (value: number) => `${formatNumber(value, 0)} m³`;

/** What a stored budget gives to which sector and stage, and when it would be used up. */
export function BudgetCard({ record, lists }: { record: SeasonBudget; lists: RelatedRecords }) {
  const { data, error } = useQuery({
    queryKey: [record.clientId, "budget", record._id, record.updatedAt],
    queryFn: ({ signal }) => call(views.budgetOutlook, { query: { ID: record._id }, signal }),
    meta: { entities: ["SeasonBudget", "Season", "Crop", "Watering"] },
  });
  return (
    <Card title={words.outlook}>
      <Failure>{error ? failureText(error) : undefined}</Failure>
      {data && <Outlook outlook={data} lists={lists} />}
    </Card>
  );
}

function Outlook({ outlook, lists }: { outlook: BudgetOutlook; lists: RelatedRecords }) {
  const { budgetM3, usedM3, needM3, shadowBrlM3, endsOn, isWorthKnown, stages } = outlook;
  return (
    <div className="close-stack">
      <p>{words.sums(m3(budgetM3), m3(usedM3), m3(needM3))}</p>
      <p className="strong">
        {endsOn === null ? words.enough : words.ends(formatDay(endsOn), formatNumber(shadowBrlM3, 2))}
      </p>
      {!isWorthKnown && <p className="hint">{words.startValue}</p>}
      {stages.length > 0 && (
        <ScrollRegion label={words.outlook}>
          <Table
            caption={words.outlook}
            rows={stages}
            rowKey={({ sectorId, from }) => `${sectorId} ${from}`}
            columns={[
              { key: "sector", header: words.sector, cell: (row) => sectorName(lists, row.sectorId) ?? row.cropName },
              { key: "stage", header: words.stage, cell: (row) => words.stages[row.stage] ?? "" },
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
