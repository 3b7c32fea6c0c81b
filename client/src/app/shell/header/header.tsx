import { useRuntimeConfig } from "../../../core/runtime-config/use-runtime-config.ts";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { SearchButton } from "../search/search-button.tsx";
import { text } from "../text.ts";
import { ClientSwitcher } from "./client-switcher.tsx";
import { ConnectionChip } from "./connection-chip.tsx";
import styles from "./header.module.css";
import { NotificationsButton } from "./notifications-button.tsx";
import { PendingBar } from "./pending-bar.tsx";
import { UserButton } from "./user-button.tsx";

/** The selected client, the connection, the notifications and the user. */
export function Header() {
  const demo = useRuntimeConfig()?.demo ?? false;
  return (
    <header className={styles.header} data-print="hide">
      <div className={styles.client} data-simulated={demo || undefined}>
        <ClientSwitcher />
        {demo && (
          <span className={styles.simulated}>
            <Badge tone="warning">{text.simulated}</Badge>
          </span>
        )}
      </div>
      <ConnectionChip />
      <SearchButton />
      <NotificationsButton />
      <UserButton className={styles.user} />
      <PendingBar />
    </header>
  );
}
