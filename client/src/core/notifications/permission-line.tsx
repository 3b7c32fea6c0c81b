import { useState } from "react";
import { deviceStorage } from "../../platform/storage.ts";
import { IconButton } from "../../ui/controls/button.tsx";
import styles from "./permission-line.module.css";
import { text } from "./text.ts";
import { useNotifications } from "./use-notifications.ts";

/** Present in the device's storage after the user has dismissed the line. */
const DISMISSED_KEY = "notifications-line";

/** Says what notifications are for, until the user has answered or dismissed it for good. */
export function PermissionLine() {
  const { permission, isPermissionKnown, request } = useNotifications();
  const [dismissed, setDismissed] = useState(() => deviceStorage.read(DISMISSED_KEY) !== null);
  if (!isPermissionKnown || permission !== "prompt" || dismissed) return null;
  const dismiss = () => {
    deviceStorage.write(DISMISSED_KEY, "dismissed");
    setDismissed(true);
  };
  return (
    <div className="hint row gap-2 between">
      <p>
        {text.askLine} {/* A refusal shows as the state "denied". */}
        <button type="button" className={styles.ask} onClick={() => void request().catch(console.error)}>
          {text.ask}
        </button>
      </p>
      <IconButton icon="close" label={text.askNever} onClick={dismiss} />
    </div>
  );
}
