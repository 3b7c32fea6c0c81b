import type { Notification } from "@lamina/shared/records/alert";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { formatAge, formatDateTime } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useNow } from "../../ui/now.tsx";
import { useSelectedClient } from "../clients/use-clients.ts";
import styles from "./alert-inbox.module.css";
import { text } from "./text.ts";

interface AlertItemProps {
  alert: Notification;
  unread: boolean;
  mayAct: boolean;
  onTake: () => void;
  onResolve: () => void;
  /** Called when the user opens the place of the alert. */
  onOpen: () => void;
}

const icons = { critical: "alert", warning: "bell", info: "info" } as const;
const tones = { critical: "danger", warning: "warning", info: "neutral" } as const;

/** One alert: severity, place, start, the user who took it, and its actions. */
export function AlertItem({ alert, unread, mayAct, onTake, onResolve, onOpen }: AlertItemProps) {
  const now = useNow();
  const { severity, message, date, link, takenByName } = alert;
  const timeZone = useSelectedClient().timezone;
  return (
    <li className={styles.item} data-unread={unread || undefined}>
      <article aria-label={text.of(message)}>
        <p className={styles.head}>
          <Badge tone={tones[severity]}>
            <Icon name={icons[severity]} /> {text.severity[severity]}
          </Badge>
          <time dateTime={date} title={formatDateTime(date, timeZone)}>
            {formatAge(date, now)}
          </time>
        </p>
        <p className={styles.message}>
          {message}
          {unread && <span className="only-read"> ({text.unread})</span>}
        </p>
        {takenByName && <p className="fine-print">{text.takenBy(takenByName)}</p>}
        <div className={styles.actions}>
          {mayAct && !alert.takenBy && (
            <Button variant="secondary" onClick={onTake}>
              {text.take}
            </Button>
          )}
          {mayAct && (
            <Button variant="quiet" onClick={onResolve}>
              {text.resolve}
            </Button>
          )}
          {link?.startsWith("/") && (
            <ButtonLink variant="quiet" to={link} onClick={onOpen}>
              {text.open}
            </ButtonLink>
          )}
        </div>
      </article>
    </li>
  );
}
