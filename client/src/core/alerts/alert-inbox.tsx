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
import { type AlertGroup, groupAlerts, severityRank } from "./groups.ts";
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
        const ranked = groupAlerts(
          items
            .filter((alert) => severity === ALL || alert.severity === severity)
            .sort(
              (one, other) => severityRank(one) - severityRank(other) || Number(isTaken(one)) - Number(isTaken(other)),
            ),
        );
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
              groups={ranked.slice(0, drawn)}
              empty={items.length === 0 ? text.empty : text.emptyFiltered}
              emptyHint={text.emptyHint}
              onOpen={onOpen}
              onTaken={(group) => setTaken([...taken, ...group.map(({ _id }) => _id)])}
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
            groups={pages.flatMap(({ items }) => items).map((alert) => [alert])}
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
  groups: readonly AlertGroup[];
  empty: string;
  emptyHint: string;
  onTaken?: (group: AlertGroup) => void;
}

function AlertList({ alerts, groups, empty, emptyHint, onOpen, onTaken }: AlertListProps) {
  const { isUnread, isUnsent, mayAct, take, resolve } = alerts;
  if (groups.length === 0)
    return (
      <EmptyState icon="check" title={empty}>
        <p>{emptyHint}</p>
      </EmptyState>
    );
  return (
    <ol className="grid">
      {groups.map((group) => (
        <AlertItem
          key={group[0]._id}
          group={group}
          unread={group.some((alert) => !alert.resolvedAt && isUnread(alert))}
          unsent={group.some(isUnsent)}
          mayAct={mayAct}
          onTake={() => {
            onTaken?.(group);
            for (const alert of group) take(alert);
          }}
          onResolve={(note) => {
            for (const alert of group) resolve(alert, note);
          }}
          onOpen={onOpen}
        />
      ))}
    </ol>
  );
}
