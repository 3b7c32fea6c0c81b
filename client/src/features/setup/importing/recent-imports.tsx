import { views } from "@lamina/shared/calls/views";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { formatDateTime } from "../../../ui/format.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import { text } from "./text.ts";
import { UndoImport } from "./undo-import.tsx";

/** The imports of the last days, each with its undo. Nothing without imports, and for an API that does not list them. */
export function RecentImports() {
  const { _id: ID } = useSelectedClient();
  const { can } = useRights();
  const { data = [] } = useQuery({
    queryKey: [ID, "imports"],
    queryFn: ({ signal }) => call(views.importBatches, { query: { ID }, signal }),
    enabled: can("farms", "view"),
    retry: false,
  });
  if (data.length === 0) return null;
  return (
    <details>
      <summary>{text.recent}</summary>
      <ul className="close-stack">
        {data.map(({ _id, date, userName, entities, inserted, changed, undone }) => {
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
