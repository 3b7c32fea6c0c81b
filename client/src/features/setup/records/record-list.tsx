import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { saveFile } from "../../../core/save-file.ts";
import { deviceStorage } from "../../../platform/storage.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { TableView } from "../../../ui/data-table/table-view.ts";
import { useTableView } from "../../../ui/data-table/use-table-view.ts";
import { viewFromParams, withView } from "../../../ui/data-table/view-params.ts";
import { ExportMenu } from "../../../ui/export/export-menu.tsx";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { useRecordRoute } from "./data/params.ts";
import { loadAllOlder, olderQuery } from "./data/queries.ts";
import { type AnyRecord, type AnyScreenConfig, entityInfo, type RelatedRecords } from "./data/screen-config.ts";
import { OlderRecords } from "./older-records.tsx";

/** Number of columns beside an open form. */
const COLUMNS_BESIDE = 3;

interface RecordListProps {
  view: AnyScreenConfig;
  lists: RelatedRecords;
  records: readonly AnyRecord[];
  /** True when all lists are loaded, so that files can be read with them. */
  ready: boolean;
  timeZone: string;
  /** A form is open, so that the list has fewer columns. */
  narrow: boolean;
}

/** All records of a kind, with search, order, filters and export. A click opens a record. */
export function RecordList({ view, lists, records, ready, timeZone, narrow }: RecordListProps) {
  const client = useSelectedClient();
  const { can } = useRights();
  const { go, addressOf } = useRecordRoute();
  const [params, setParams] = useSearchParams();
  const [table, setTable] = useTableView(`setup ${view.entity}`, deviceStorage, viewFromParams(params));
  const rows = useMemo(() => {
    const { order } = view;
    return order ? [...records].sort((one, other) => order(one, other, lists)) : records;
  }, [view, records, lists]);
  const all = view.columns(lists);
  const columns = narrow ? all.slice(0, COLUMNS_BESIDE) : all;
  const mayCreate = can(entityInfo(view.entity).screen, "create");
  const { data: hasMore = false } = useQuery(olderQuery(client, view.entity));
  const tools = view.Tools && mayCreate && <view.Tools lists={lists} ready={ready} />;

  const change = (next: TableView) => {
    setTable(next);
    setParams(withView(params, next), { replace: true, preventScrollReset: true });
  };
  const add: ReactNode = mayCreate && (
    <ButtonLink variant="primary" to={addressOf({ kind: "new", copyOf: null })}>
      {view.words.add}
    </ButtonLink>
  );
  return (
    <>
      <DataTable
        caption={view.words.many}
        columns={columns}
        rows={rows}
        rowKey={(record) => record._id}
        timeZone={timeZone}
        view={table}
        hasMore={hasMore}
        onView={change}
        onOpen={(record) => go({ kind: "record", id: record._id })}
        actions={(shown) => (
          <>
            {tools}
            <ExportMenu
              name={[view.words.many, client.name]}
              table={shown}
              save={saveFile}
              waits={hasMore}
              complete={() => loadAllOlder(client._id, view.entity)}
            />
            {add}
          </>
        )}
        empty={
          <EmptyState
            icon={view.icon}
            title={view.words.empty}
            action={
              (add || tools) && (
                <>
                  {add}
                  {tools}
                </>
              )
            }
          >
            <p>{view.words.emptyHint}</p>
          </EmptyState>
        }
      />
      <OlderRecords entity={view.entity} count={records.length} />
    </>
  );
}
