import { Severity } from "@lamina/shared/records/alert";
import { useState } from "react";
import { Segments } from "../../ui/controls/segments.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import styles from "./alert-inbox.module.css";
import { AlertItem } from "./alert-item.tsx";
import { SHOWN_ALERTS } from "./queries.ts";
import { text } from "./text.ts";
import type { useAlerts } from "./use-alerts.ts";

const ALL = "all";

interface AlertInboxProps {
  alerts: ReturnType<typeof useAlerts>;
  /** Called when the user opens the place of an alert. */
  onOpen: () => void;
}

/** The open alerts, the most severe first, each with its start, until a user resolves it. */
export function AlertInbox({ alerts, onOpen }: AlertInboxProps) {
  const [severity, setSeverity] = useState<Severity | typeof ALL>(ALL);
  const { query, isUnread, mayAct, take, resolve } = alerts;
  return (
    <QueryView query={query} rows={3}>
      {({ items, next }) => {
        const shown = items
          .filter((alert) => severity === ALL || alert.severity === severity)
          .sort((a, b) => rank(a.severity) - rank(b.severity));
        return (
          <div className={styles.inbox}>
            {items.length > 0 && (
              <div className={styles.filter}>
                <Segments
                  label={text.severityFilter}
                  value={severity}
                  onChange={setSeverity}
                  options={[
                    { value: ALL, label: text.all },
                    ...Severity.options.map((value) => ({ value, label: text.severity[value] })),
                  ]}
                />
              </div>
            )}
            {shown.length === 0 ? (
              <EmptyState icon="check" title={items.length === 0 ? text.empty : text.emptyFiltered}>
                <p>{text.emptyHint}</p>
              </EmptyState>
            ) : (
              <ol className={styles.list}>
                {shown.map((alert) => (
                  <AlertItem
                    key={alert._id}
                    alert={alert}
                    unread={isUnread(alert)}
                    mayAct={mayAct}
                    onTake={() => take(alert)}
                    onResolve={() => resolve(alert)}
                    onOpen={onOpen}
                  />
                ))}
              </ol>
            )}
            {next !== null && <p className={styles.more}>{text.truncated(SHOWN_ALERTS)}</p>}
          </div>
        );
      }}
    </QueryView>
  );
}

function rank(severity: Severity): number {
  return Severity.options.indexOf(severity);
}
