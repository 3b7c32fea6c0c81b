import { useState } from "react";
import { QueryView } from "../../../ui/query-view.tsx";
import { RecordForm } from "./record-form.tsx";
import type { AnyRecord, AnyView, Lists } from "./record-view.ts";
import { useLists } from "./use-lists.ts";

const DEFAULT_TIMEZONE = "America/Sao_Paulo";

/** The form of a record that there is only one of, such as the settings, which are made with the first saving. */
export function SingleRecord({ view }: { view: AnyView }) {
  const { query, lists } = useLists(view);
  return (
    <QueryView query={query} rows={8}>
      {([record]) => <Single key={record?._id ?? "new"} view={view} lists={lists} record={record} />}
    </QueryView>
  );
}

function Single({ view, lists, record }: { view: AnyView; lists: Lists; record: AnyRecord | undefined }) {
  const [start] = useState(() => view.start?.(lists) ?? {});
  const timeZone = view.timeZone?.(record, lists) ?? lists.of("farm")[0]?.timezone ?? DEFAULT_TIMEZONE;
  return <RecordForm view={view} lists={lists} record={record} start={start} timeZone={timeZone} single />;
}
