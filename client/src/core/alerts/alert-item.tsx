import type { Notification } from "@lamina/shared/records/alert";
import { useState } from "react";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { formatAge, formatDateTime } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { named } from "../../ui/named.ts";
import { useNow } from "../../ui/now.tsx";
import { useSelectedClient } from "../clients/use-clients.ts";
import styles from "./alert-inbox.module.css";
import { type AlertGroup, beganAt, sinceText } from "./groups.ts";
import { ResolveForm } from "./resolve-form.tsx";
import { StopAlerted } from "./stop-alerted.tsx";
import { text } from "./text.ts";

interface AlertItemProps {
  /** Alerts of one cause on one machine. */
  group: AlertGroup;
  unread: boolean;
  /** An act of this user on it has not been sent yet. */
  unsent: boolean;
  mayAct: boolean;
  onTake: () => void;
  onResolve: (note: string) => void;
  /** Called when the user opens the place of the alert. */
  onOpen: () => void;
}

const icons = { critical: "alert", warning: "bell", info: "info" } as const;
const tones = { critical: "danger", warning: "warning", info: "neutral" } as const;

/**
 * The alerts of one cause on a machine: severity, place, start, history, and their actions while they are open. Asks the user who takes it at once for
 * the remedy.
 */
export function AlertItem({ group, unread, unsent, mayAct, onTake, onResolve, onOpen }: AlertItemProps) {
  const [resolving, setResolving] = useState<"asked" | "taken" | null>(null);
  const [alert] = group;
  const { severity, message, link, takenBy, takenByName, resolvedAt } = alert;
  const now = useNow();
  const timeZone = useSelectedClient().timezone;
  const acts = mayAct && !resolvedAt;
  return (
    <li className={styles.item} data-unread={unread || undefined}>
      <article aria-label={text.of(message)}>
        <p className="fine-print row wraps gap-2 between">
          <span className="row gap-2">
            <Badge tone={resolvedAt ? "neutral" : tones[severity]}>
              <Icon name={resolvedAt ? "check" : icons[severity]} /> {text.severity[severity]}
            </Badge>
            {group.length > 1 && text.count(group.length)}
          </span>
          <time dateTime={beganAt(alert)} title={formatAge(beganAt(alert), now)}>
            {sinceText(alert, timeZone)}
          </time>
        </p>
        {group.map((one) => (
          <p key={one._id} className={styles.message}>
            {one.message}
          </p>
        ))}
        {unread && <span className="only-read"> ({text.unread})</span>}
        {takenByName && !resolvedAt && (
          <p className="fine-print">
            {text.takenBy(takenByName)}
            {unsent && ` · ${text.unsent}`}
          </p>
        )}
        {(takenByName || resolvedAt) && <History alert={alert} timeZone={timeZone} />}
        {resolving ? (
          <ResolveForm
            alert={alert}
            focused={resolving === "asked"}
            onResolve={(note) => {
              setResolving(null);
              onResolve(note);
            }}
            onCancel={() => setResolving(null)}
          />
        ) : (
          <div className={styles.actions}>
            {!resolvedAt && <StopAlerted alert={alert} />}
            {acts && !takenBy && (
              <Button
                variant="secondary"
                aria-label={named(text.take, message)}
                onClick={() => {
                  setResolving("taken");
                  onTake();
                }}
              >
                {text.take}
              </Button>
            )}
            {acts && (
              <Button variant="quiet" aria-label={named(text.resolve, message)} onClick={() => setResolving("asked")}>
                {text.resolve}
              </Button>
            )}
            {link?.startsWith("/") && (
              <ButtonLink variant="quiet" aria-label={named(text.open, message)} to={link} onClick={onOpen}>
                {text.open}
              </ButtonLink>
            )}
          </div>
        )}
      </article>
    </li>
  );
}

/** The events of an alert, in order. */
function History({ alert, timeZone }: { alert: Notification; timeZone: string | undefined }) {
  const { date, takenAt, takenByName, resolvedAt, resolvedByName, note } = alert;
  const at = (moment: string) => formatDateTime(moment, timeZone);
  return (
    <ol className={styles.history} aria-label={text.history}>
      <li>{text.began(at(date))}</li>
      {takenAt && takenByName && <li>{text.takenAt(takenByName, at(takenAt))}</li>}
      {resolvedAt && (
        <li>
          {resolvedByName ? text.resolvedAt(resolvedByName, at(resolvedAt)) : text.ended(at(resolvedAt))}
          {note && `: ${note}`}
        </li>
      )}
    </ol>
  );
}
