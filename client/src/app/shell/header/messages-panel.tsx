import { useEffect } from "react";
import { ActivityList } from "../../../core/notifications/activity-list.tsx";
import { text as words } from "../../../core/notifications/text.ts";
import { useNotifications } from "../../../core/notifications/use-notifications.ts";
import { isNative } from "../../../platform/platform.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { dismissMessages } from "../../../ui/feedback/toast.tsx";
import { text } from "../text.ts";
import styles from "./notifications-button.module.css";

/** The received messages, and the permission to show them while the app is in the background. */
export function MessagesPanel() {
  const { items, permission, request } = useNotifications();
  useEffect(dismissMessages, []);
  return (
    <>
      {permission === "prompt" && (
        <div className={styles.permission}>
          <p>{words.askLine}</p>
          {/* A refusal shows as the state "denied". */}
          <Button variant="primary" icon="bell" onClick={() => void request().catch(console.error)}>
            {words.ask}
          </Button>
        </div>
      )}
      {permission === "denied" && (
        <p className={styles.permission}>{text.permissionDenied[isNative() ? "native" : "web"]}</p>
      )}
      {permission === "unsupported" && <p className={styles.permission}>{text.permissionUnsupported}</p>}
      <ActivityList items={items} />
    </>
  );
}
