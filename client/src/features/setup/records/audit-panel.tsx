import type { AuditEntry } from "@lamina/shared/access/user";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import styles from "./audit-panel.module.css";
import { auditQuery } from "./data/queries.ts";
import type { Kind } from "./data/screen-config.ts";
import { fieldWord, type NamedField, partOf, sameValue, shownValue } from "./data/shown-value.ts";
import { text } from "./data/text.ts";

/** Fields that every record has and that users do not edit. */
const UNTOLD = new Set(["_id", "clientId", "createdAt", "updatedAt"]);

interface AuditPanelProps {
  title?: string;
  entity: Kind;
  id: string;
  /** Shows only entries of this entity name. A sector's adjustments have the name `Balance`. */
  only?: string;
  fields: readonly NamedField[];
  timeZone: string;
  panel?: RefObject<HTMLDetailsElement | null>;
}

/** The history of a record: users, fields and times. Loaded when it is opened. */
export function AuditPanel(props: AuditPanelProps) {
  const [open, setOpen] = useState(false);
  return (
    <details ref={props.panel} className={styles.panel} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.title ?? text.auditTitle}</summary>
      {open && <Entries {...props} />}
    </details>
  );
}

function Entries({ entity, id, only, fields, timeZone }: AuditPanelProps) {
  const query = useInfiniteQuery(auditQuery(useSelectedClient(), entity, id));
  return (
    <QueryView query={query} rows={3}>
      {({ pages }) => {
        const entries = pages
          .flatMap(({ items }) => items)
          .filter((entry) => only === undefined || entry.entity === only);
        if (entries.length === 0 && !query.hasNextPage) return <p className="muted">{text.auditEmpty}</p>;
        return (
          <>
            <ol className="grid gap-3">
              {entries.map((entry) => (
                <li key={entry._id}>
                  <p>
                    <time dateTime={entry.date}>{formatDateTime(entry.date, timeZone)}</time>{" "}
                    <strong>{entry.userName}</strong> {text.auditActions[entry.action]}
                    {entry.reason && ` · ${text.reason}: ${entry.reason}`}
                  </p>
                  {entry.action === "update" && <Changes entry={entry} fields={fields} timeZone={timeZone} />}
                </li>
              ))}
            </ol>
            {query.hasNextPage && (
              <Button variant="quiet" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {text.auditMore}
              </Button>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function Changes({ entry, fields, timeZone }: { entry: AuditEntry; fields: readonly NamedField[]; timeZone: string }) {
  const lines = entry.changes
    .filter(({ field }) => !UNTOLD.has(field))
    .flatMap(({ field, before, after }) => {
      const parts = fields.filter(({ path }) => path === field || path.startsWith(`${field}.`));
      const named = parts.length > 0 ? parts : [{ path: field, label: fieldWord(field), spec: undefined }];
      return named
        .map(({ path, label, spec }) => {
          const inner = path === field ? null : path.slice(field.length + 1);
          return {
            path,
            label,
            spec,
            before: inner ? partOf(before, inner) : before,
            after: inner ? partOf(after, inner) : after,
          };
        })
        .filter((line) => !sameValue(line.before, line.after));
    });
  return (
    <ul className={styles.changes}>
      {lines.map(({ path, label, spec, before, after }) => (
        <li key={path}>
          {label}: <del>{shownValue(before, spec, timeZone)}</del> → <ins>{shownValue(after, spec, timeZone)}</ins>
        </li>
      ))}
    </ul>
  );
}
