import { type Notification, Severity } from "@lamina/shared/records/alert";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { useSelectedClient } from "../clients/use-clients.ts";
import styles from "./alert-inbox.module.css";
import { AlertItem } from "./alert-item.tsx";
import { closedAlertsQuery, OPEN_ALERTS } from "./queries.ts";
import { text } from "./text.ts";
import type { useAlerts } from "./use-alerts.ts";

const ALL = "all";
/** Alerts shown at first, and those added on request. */
const CHUNK = 100;

interface AlertInboxProps {
  alerts: ReturnType<typeof useAlerts>;
  /** Called when the user opens the place of an alert. */
  onOpen: () => void;
}

/** The open alerts: by severity, then those that no user has taken, then the order of arrival. */
export function AlertInbox({ alerts, onOpen }: AlertInboxProps) {
  const [severity, setSeverity] = useState<Severity | typeof ALL>(ALL);
  const [drawn, setDrawn] = useState(CHUNK);
  // An alert that is taken here stays where it is, because its next step is under the same finger.
  const [taken, setTaken] = useState<readonly string[]>([]);
  const isTaken = ({ _id, takenBy }: Notification) => Boolean(takenBy) && !taken.includes(_id);
  return (
    <QueryView query={alerts.query} rows={3}>
      {({ items, next }) => {
        const ranked = items
          .filter((alert) => severity === ALL || alert.severity === severity)
          .sort((one, other) => rank(one) - rank(other) || Number(isTaken(one)) - Number(isTaken(other)));
        return (
          <div className="grid">
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
            <AlertList
              alerts={alerts}
              items={ranked.slice(0, drawn)}
              empty={items.length === 0 ? text.empty : text.emptyFiltered}
              emptyHint={text.emptyHint}
              onOpen={onOpen}
              onTaken={({ _id }) => setTaken([...taken, _id])}
            />
            {ranked.length > drawn && (
              <Button variant="quiet" onClick={() => setDrawn(drawn + CHUNK)}>
                {text.more}
              </Button>
            )}
            {next !== null && <p className={styles.more}>{text.truncated(OPEN_ALERTS)}</p>}
          </div>
        );
      }}
    </QueryView>
  );
}

/** The alerts that were resolved or ended by themselves, newest first, each with the reason of its end. */
export function ClosedAlerts({ alerts, onOpen }: AlertInboxProps) {
  const query = useInfiniteQuery(closedAlertsQuery(useSelectedClient()));
  return (
    <QueryView query={query} rows={3}>
      {({ pages }) => (
        <div>
          <AlertList
            alerts={alerts}
            items={pages.flatMap(({ items }) => items)}
            empty={text.emptyClosed}
            emptyHint={text.emptyClosedHint}
            onOpen={onOpen}
          />
          {query.hasNextPage && (
            <Button variant="quiet" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {text.more}
            </Button>
          )}
        </div>
      )}
    </QueryView>
  );
}

interface AlertListProps extends AlertInboxProps {
  items: readonly Notification[];
  empty: string;
  emptyHint: string;
  onTaken?: (alert: Notification) => void;
}

function AlertList({ alerts, items, empty, emptyHint, onOpen, onTaken }: AlertListProps) {
  const { isUnread, isUnsent, mayAct, take, resolve } = alerts;
  if (items.length === 0)
    return (
      <EmptyState icon="check" title={empty}>
        <p>{emptyHint}</p>
      </EmptyState>
    );
  return (
    <ol className="grid">
      {items.map((alert) => (
        <AlertItem
          key={alert._id}
          alert={alert}
          unread={!alert.resolvedAt && isUnread(alert)}
          unsent={isUnsent(alert)}
          mayAct={mayAct}
          onTake={() => {
            onTaken?.(alert);
            take(alert);
          }}
          onResolve={(note) => resolve(alert, note)}
          onOpen={onOpen}
        />
      ))}
    </ol>
  );
}

/** The worst severity first. */
function rank({ severity }: Notification): number {
  return Severity.options.indexOf(severity);
}
