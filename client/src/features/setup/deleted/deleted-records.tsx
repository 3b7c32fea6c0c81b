import { views } from "@lamina/shared/calls/views";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { DeletedRecordLine } from "./deleted-record-line.tsx";
import { text } from "./text.ts";

/** The records of the client that were deleted in the last days; loaded when they are opened. */
export function DeletedRecords() {
  const { _id: ID } = useSelectedClient();
  const { can } = useRights();
  const [isOpen, setOpen] = useState(false);
  const { data, isPending, isError } = useQuery({
    queryKey: [ID, "deleted"],
    queryFn: ({ signal }) => call(views.deletions, { query: { ID }, signal }),
    enabled: isOpen,
    retry: false,
  });
  if (!can("farms", "view")) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.title}</summary>
      {isOpen && !isPending && (isError || data.length === 0) && <p>{isError ? text.failed : text.none}</p>}
      <ul className="stack">
        {(data ?? []).map((deleted) => (
          <DeletedRecordLine key={deleted._id} deleted={deleted} />
        ))}
      </ul>
    </details>
  );
}
