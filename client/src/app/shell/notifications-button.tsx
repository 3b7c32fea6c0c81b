import { useEffect, useRef, useState } from "react";
import { ActivityList } from "../../core/notifications/activity-list.tsx";
import { useNotifications } from "../../core/notifications/use-notifications.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./notifications-button.module.css";
import { text } from "./text.ts";

const MOST_SHOWN = 99;

/** The bell: how many messages are unread, and what they say. */
export function NotificationsButton() {
  const { items, unread, permission, request, markAllRead } = useNotifications();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // What has been on the screen until it is closed has been read.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) markAllRead();
    wasOpen.current = open;
  }, [open, markAllRead]);

  return (
    <>
      <IconButton
        ref={button}
        icon="bell"
        label={text.openNotifications(unread)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {unread > 0 && <span className={styles.count}>{unread > MOST_SHOWN ? text.many : unread}</span>}
      </IconButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.notifications} variant="panel" anchor={button}>
        <div className={styles.panel}>
          {permission === "prompt" && (
            <div className={styles.permission}>
              <p>{text.permissionWhy}</p>
              {/* A refusal shows as the state "denied". */}
              <Button variant="primary" icon="bell" onClick={() => void request().catch(console.error)}>
                {text.permissionAsk}
              </Button>
            </div>
          )}
          {permission === "denied" && <p className={styles.permission}>{text.permissionDenied}</p>}
          <ActivityList items={items} />
        </div>
      </Dialog>
    </>
  );
}
