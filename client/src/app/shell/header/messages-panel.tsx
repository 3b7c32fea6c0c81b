import { ActivityList } from "../../../core/notifications/activity-list.tsx";
import { useNotifications } from "../../../core/notifications/use-notifications.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { text } from "../text.ts";
import styles from "./notifications-button.module.css";

/** The received messages, and the permission to show them while the app is in the background. */
export function MessagesPanel() {
  const { items, permission, request } = useNotifications();
  return (
    <>
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
    </>
  );
}
