import { useState } from "react";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import type { AnyRecord, AnyScreenConfig, RelatedRecords } from "./data/screen-config.ts";
import { firstTimeZone } from "./data/time-zone.ts";
import { useLists } from "./data/use-lists.ts";
import { RecordForm } from "./record-form.tsx";

/** The form of a single record, such as the settings, which the first save creates. */
export function SingleRecord({ view }: { view: AnyScreenConfig }) {
  const { query, lists } = useLists(view);
  return (
    <QueryView query={query} rows={8}>
      {([record]) => <Single key={record?._id ?? "new"} view={view} lists={lists} record={record} />}
    </QueryView>
  );
}

function Single({
  view,
  lists,
  record,
}: {
  view: AnyScreenConfig;
  lists: RelatedRecords;
  record: AnyRecord | undefined;
}) {
  const [start] = useState(() => view.start?.(lists) ?? {});
  return <RecordForm view={view} lists={lists} record={record} start={start} timeZone={firstTimeZone(lists)} single />;
}
