import { views } from "@lamina/shared/calls/views";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { DeletedRecordLine } from "./deleted-record-line.tsx";
import { text } from "./text.ts";

/** The records of the client that were deleted in the last days; loaded when they are opened. */
export function DeletedRecords() {
  const { _id: ID } = useSelectedClient();
  const { can } = useRights();
  // The search links to it.
  const isSought = useLocation().hash === "#excluidos";
  const [isOpen, setOpen] = useState(isSought);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isSought) setOpen(true);
  }, [isSought]);
  const { data, isPending, isError } = useQuery({
    queryKey: [ID, "deleted"],
    queryFn: ({ signal }) => call(views.deletions, { query: { ID }, signal }),
    enabled: isOpen,
    retry: false,
  });
  // The list above it has come by then.
  useEffect(() => {
    if (isSought && !isPending) details.current?.scrollIntoView({ block: "start" });
  }, [isSought, isPending]);
  if (!can("farms", "view")) return null;
  return (
    <details ref={details} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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
