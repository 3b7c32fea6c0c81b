import { EmptyState } from "../../ui/feedback/states.tsx";
import { formatAge, formatDateTime } from "../../ui/format.ts";
import { useNow } from "../../ui/now.tsx";
import styles from "./activity-list.module.css";
import type { ReceivedNotification } from "./notification-center.ts";
import { text } from "./text.ts";

interface ActivityListProps {
  items: readonly ReceivedNotification[];
  /** IANA name. Undefined: the device's zone. */
  timeZone?: string | undefined;
}

/** Received messages, newest first, each with its age. */
export function ActivityList({ items, timeZone }: ActivityListProps) {
  const now = useNow();
  if (items.length === 0) {
    return (
      <EmptyState icon="inbox" title={text.empty}>
        <p>{text.emptyHint}</p>
      </EmptyState>
    );
  }
  return (
    <ol className="grid">
      {items.map(({ id, text: words, date, read }) => (
        <li key={id} className={styles.item} data-unread={!read || undefined}>
          <p>
            {words}
            {!read && <span className="only-read"> ({text.unread})</span>}
          </p>
          <time dateTime={date} title={formatDateTime(date, timeZone)}>
            {formatAge(date, now)}
          </time>
        </li>
      ))}
    </ol>
  );
}
