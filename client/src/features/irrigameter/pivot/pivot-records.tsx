import { useQuery } from "@tanstack/react-query";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { farmClock } from "../../../ui/farm-clock.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatShortDay } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { type Column, Table } from "../../../ui/layout/table.tsx";
import { mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { pivotText } from "./pivot-text.ts";
import { type PivotRecord, pivotRecordsQuery } from "./queries.ts";

/** The waterings and the rain of a pivot in 30 days, newest first, with their notes. */
export function PivotRecords({ unit }: { unit: IrrigationCard }) {
  const { can } = useRights();
  const mayView = can("watering", "view");
  const query = useQuery({ ...pivotRecordsQuery(useSelectedClient(), unit), enabled: mayView });
  const { todayOf } = useBoard();
  if (!mayView) return null;
  const { timezone } = unit.farm;
  const { columns: words } = pivotText;
  const columns: Column<PivotRecord>[] = [
    {
      key: "when",
      header: words.when,
      cell: ({ at }) => (at.includes("T") ? farmClock(at, timezone, todayOf(timezone)) : formatShortDay(at)),
    },
    { key: "what", header: words.what, cell: ({ kind }) => pivotText[kind] },
    {
      key: "where",
      header: words.where,
      cell: ({ sectorId }) =>
        unit.sectors.find(({ sector }) => sector._id === sectorId)?.sector.name ?? pivotText.wholeFarm,
    },
    { key: "amount", header: words.amount, numeric: true, cell: ({ amountMm }) => mm(amountMm) },
    { key: "source", header: words.source, cell: ({ source }) => pivotText.sources[source] ?? source },
    { key: "note", header: words.note, cell: ({ note }) => note ?? "" },
  ];
  return (
    <Card title={pivotText.records}>
      <QueryView query={query} rows={4}>
        {(records) =>
          records.length === 0 ? (
            <p>{pivotText.noRecords}</p>
          ) : (
            <Table caption={pivotText.records} columns={columns} rows={records} rowKey={({ key }) => key} />
          )
        }
      </QueryView>
    </Card>
  );
}
