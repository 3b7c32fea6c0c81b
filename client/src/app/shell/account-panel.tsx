import { Link } from "react-router-dom";
import { useSession } from "../../core/session/use-session.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ThemeSwitch } from "../../ui/controls/theme-switch.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import styles from "./account-panel.module.css";
import { isOffered } from "./search/places.ts";
import { shellDialog } from "./search/shell-dialog.ts";
import { text } from "./text.ts";

const ACCOUNT = [
  ["password", text.changePassword],
  ["secondFactor", text.secondFactor],
  ["sessions", text.sessions],
] as const;

/** The user's name, the theme, and the logout. */
export function AccountPanel({ onNavigate }: { onNavigate: () => void }) {
  const { user, logout } = useSession();
  return (
    <div className={styles.panel}>
      <p className={styles.user}>
        <Icon name="user" size={22} />
        <strong>{user?.name}</strong>
        <span className={styles.roles}>{user?.roles.join(", ")}</span>
      </p>
      <ThemeSwitch />
      <Link to="/policy" className={styles.policy} onClick={onNavigate}>
        {text.policy}
      </Link>
      {ACCOUNT.filter(([dialog]) => isOffered(dialog)).map(([dialog, words]) => (
        <Button key={dialog} wide onClick={() => shellDialog.set(dialog)}>
          {words}
        </Button>
      ))}
      <Button
        icon="logout"
        wide
        onClick={() => {
          onNavigate();
          logout();
        }}
      >
        {text.logout}
      </Button>
    </div>
  );
}
