import { views } from "@lamina/shared/calls/views";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../../api/http.ts";
import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { useRights } from "../../../../core/rights/use-rights.ts";
import { formatDateTime } from "../../../../ui/format.ts";
import { DEFAULT_TIMEZONE } from "../../records/data/time-zone.ts";
import { text } from "../text.ts";
import { UndoImport } from "./undo-import.tsx";

/** The imports of the last days, each with its undo; loaded when they are opened. */
export function RecentImports() {
  const { _id: ID } = useSelectedClient();
  const { can } = useRights();
  const [isOpen, setOpen] = useState(false);
  const { data, isPending, isError } = useQuery({
    queryKey: [ID, "imports"],
    queryFn: ({ signal }) => call(views.importBatches, { query: { ID }, signal }),
    enabled: isOpen,
    retry: false,
  });
  if (!can("farms", "view")) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.recent}</summary>
      {isOpen && !isPending && (isError || data.length === 0) && <p>{isError ? text.recentFailed : text.noRecent}</p>}
      <ul className="close-stack">
        {(data ?? []).map(({ _id, date, userName, entities, inserted, changed, undone }) => {
          const kinds = entities.map((entity) => text.kinds[entity as keyof typeof text.kinds] ?? entity).join(", ");
          const when = formatDateTime(Date.parse(date), DEFAULT_TIMEZONE);
          return (
            <li key={_id}>
              <span>{text.recentOf(when, userName, kinds, inserted, changed)}</span>{" "}
              {undone ? text.wasUndone : <UndoImport batch={_id} />}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
