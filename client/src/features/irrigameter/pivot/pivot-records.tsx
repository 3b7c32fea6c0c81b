import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoThumb } from "../../../core/photos/photo-thumb.tsx";
import { useRights } from "../../../core/rights/use-rights.ts";
import { farmClock } from "../../../field/farm-clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { useMedia } from "../../../ui/data-table/use-media.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatShortDay } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { type Column, Table } from "../../../ui/layout/table.tsx";
import { mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { TWO_COLUMNS } from "./fold.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import styles from "./pivot.module.css";
import { pivotText } from "./pivot-text.ts";
import { type PivotRecord, pivotRecords, recordsQuery, withUnsentNotes } from "./queries.ts";

/** Rows shown before the user expands the list. */
const FIRST_ROWS = 10;
const FIRST_ON_PHONE = 4;

/** The waterings, the rain and the notes of a pivot in 30 days, newest first, with their photos. */
export function PivotRecords({ unit }: { unit: IrrigationCard }) {
  const { can } = useRights();
  const mayView = can("watering", "view");
  const query = useQuery({
    ...recordsQuery(useSelectedClient()),
    select: (records) => ({ rows: pivotRecords(records, unit), hasNotes: records.notes !== null }),
    enabled: mayView,
  });
  const { todayOf, act } = useBoard();
  const { entries } = useOutbox();
  const first = useMedia(TWO_COLUMNS) ? FIRST_ROWS : FIRST_ON_PHONE;
  const [isWhole, setWhole] = useState(false);
  const [editing, setEditing] = useState<PivotRecord | null>(null);
  if (!mayView) return null;
  const { timezone } = unit.farm;
  const { columns: words } = pivotText;
  const columns: Column<PivotRecord>[] = [
    {
      key: "when",
      header: words.when,
      cell: ({ at }) => (at.includes("T") ? farmClock(at, timezone, todayOf(timezone)) : formatShortDay(at)),
    },
    {
      key: "what",
      header: words.what,
      cell: (record) => (
        <What record={record} unit={unit} onEdit={can("watering", "edit") ? () => setEditing(record) : null} />
      ),
    },
    {
      key: "where",
      header: words.where,
      cell: ({ kind, sectorId }) =>
        kind === "note"
          ? pivotText.wholeMachine
          : (unit.sectors.find(({ sector }) => sector._id === sectorId)?.sector.name ?? pivotText.wholeFarm),
    },
    {
      key: "amount",
      header: words.amount,
      numeric: true,
      cell: ({ amountMm }) => (amountMm === null ? "–" : mm(amountMm)),
    },
    { key: "source", header: words.source, cell: ({ source }) => pivotText.sources[source] ?? source },
  ];
  return (
    <Card
      title={pivotText.records}
      aside={
        // Also before the list has come, because a line may be lost before it.
        query.data?.hasNotes !== false &&
        can("watering", "create") && (
          <Button icon="info" onClick={() => act({ action: "note", sectorId: unit.mostUrgentSector.sector._id })}>
            {pivotText.addNote}
          </Button>
        )
      }
    >
      <QueryView query={query} rows={4}>
        {({ rows: stored }) => {
          const rows = withUnsentNotes(stored, entries);
          return rows.length === 0 ? (
            <p>{pivotText.noRecords}</p>
          ) : (
            <>
              <div className={styles.records}>
                <Table
                  caption={pivotText.records}
                  columns={columns}
                  rows={isWhole ? rows : rows.slice(0, first)}
                  rowKey={({ key }) => key}
                />
              </div>
              {!isWhole && rows.length > first && (
                <Button variant="quiet" onClick={() => setWhole(true)}>
                  {pivotText.allRecords(rows.length)}
                </Button>
              )}
            </>
          );
        }}
      </QueryView>
      <NoteDialog unit={unit} record={editing} mayRemove={can("watering", "remove")} onClose={() => setEditing(null)} />
    </Card>
  );
}

/** The kind of a record with its note and photo below, because a column of its own would not fit beside the chart. */
function What({
  record: { kind, note, photoId },
  unit,
  onEdit,
}: {
  record: PivotRecord;
  unit: IrrigationCard;
  onEdit: (() => void) | null;
}) {
  const { clientId } = useBoard();
  return (
    <span className={styles.note}>
      {pivotText[kind]}
      {note && <span>{note}</span>}
      {photoId && (
        <PhotoThumb clientId={clientId} photoId={photoId} about={`${unit.name}, ${note ?? pivotText[kind]}`} />
      )}
      {kind === "note" && onEdit && (
        <Button variant="quiet" aria-label={pivotText.editNoteOf(note ?? pivotText.onlyPhoto)} onClick={onEdit}>
          {pivotText.editNote}
        </Button>
      )}
    </span>
  );
}
