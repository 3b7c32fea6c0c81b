import { useEffect, useRef, useState } from "react";
import { AlertInbox, ClosedAlerts } from "../../../core/alerts/alert-inbox.tsx";
import { AlertSettingsButton } from "../../../core/alerts/settings/alert-settings.tsx";
import { text as alertText } from "../../../core/alerts/text.ts";
import { useAlerts } from "../../../core/alerts/use-alerts.ts";
import { useTakeFromLink } from "../../../core/alerts/use-take-from-link.ts";
import { useClients } from "../../../core/clients/use-clients.ts";
import { useNotifications } from "../../../core/notifications/use-notifications.ts";
import { useStore } from "../../../core/store.ts";
import { showBadge } from "../../../platform/notifications/web-push.ts";
import { Segments } from "../../../ui/controls/segments.tsx";
import { shellDialog } from "../search/shell-dialog.ts";
import { Bell } from "./bell.tsx";
import { MessagesPanel } from "./messages-panel.tsx";
import styles from "./notifications-button.module.css";

/**
 * The bell: the open alerts of the selected client, and the received messages. Messages are shown without a client too,
 * because they belong to the user.
 */
export function NotificationsButton() {
  const { selected } = useClients();
  const alerts = useAlerts(selected);
  useTakeFromLink(selected?._id);
  const messages = useNotifications();
  const [pressed, setPressed] = useState(false);
  const open = useStore(shellDialog) === "notifications" || pressed;
  const setOpen = (next: boolean) => {
    setPressed(next);
    if (!next) shellDialog.set(null);
  };
  const [chosen, setChosen] = useState<"alerts" | "closed" | "messages">("alerts");
  const shown = selected ? chosen : "messages";
  const change = (next: boolean) => {
    // The panel keeps its tab when the client arrives.
    if (next) setChosen(shown);
    setOpen(next);
  };
  // Everything shown until the panel closes counts as read.
  useClosed(open, () => {
    if (shown === "alerts") void alerts.markRead();
    if (shown === "messages") messages.markAllRead();
  });
  const waiting = alerts.waiting + messages.unread;
  useEffect(() => showBadge(waiting), [waiting]);
  return (
    <Bell
      waiting={waiting}
      open={open}
      onOpen={change}
      aside={selected && <AlertSettingsButton timeZone={selected.timezone ?? "UTC"} />}
    >
      {selected && (
        <div className={styles.choice}>
          <Segments
            label={alertText.show}
            value={shown}
            onChange={setChosen}
            options={[
              { value: "alerts", label: withCount(alertText.alerts, alerts.query.data?.items.length) },
              { value: "closed", label: alertText.closed },
              { value: "messages", label: withCount(alertText.messages, messages.unread) },
            ]}
          />
        </div>
      )}
      {shown === "alerts" && <AlertInbox alerts={alerts} onOpen={() => setOpen(false)} />}
      {shown === "closed" && <ClosedAlerts alerts={alerts} onOpen={() => setOpen(false)} />}
      {shown === "messages" && <MessagesPanel />}
    </Bell>
  );
}

function useClosed(open: boolean, onClosed: () => void): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) onClosed();
    wasOpen.current = open;
  });
}

const withCount = (word: string, count: number | undefined) => (count ? `${word} (${count})` : word);
