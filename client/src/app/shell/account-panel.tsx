import { lazy, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { hasFeature } from "../../core/runtime-config/has-feature.ts";
import { useSession } from "../../core/session/use-session.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ThemeSwitch } from "../../ui/controls/theme-switch.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import styles from "./account-panel.module.css";
import { text } from "./text.ts";

const PasswordDialog = lazy(() => import("../../core/password/password-dialog.tsx"));
const SecondFactorDialog = lazy(() => import("../../core/second-factor/second-factor-dialog.tsx"));
const SessionsDialog = lazy(() => import("../../core/sessions/sessions-dialog.tsx"));

/** The user's name, the theme, and the logout. */
export function AccountPanel({ onNavigate }: { onNavigate: () => void }) {
  const { user, logout } = useSession();
  const [isChanging, setChanging] = useState(false);
  const [showsFactor, setShowsFactor] = useState(false);
  const [showsSessions, setShowsSessions] = useState(false);
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
      <Button wide onClick={() => setChanging(true)}>
        {text.changePassword}
      </Button>
      {hasFeature("second-factor") && (
        <Button wide onClick={() => setShowsFactor(true)}>
          {text.secondFactor}
        </Button>
      )}
      {hasFeature("sessions") && (
        <Button wide onClick={() => setShowsSessions(true)}>
          {text.sessions}
        </Button>
      )}
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
      {showsFactor && (
        <Suspense fallback={null}>
          <SecondFactorDialog onClose={() => setShowsFactor(false)} />
        </Suspense>
      )}
      {showsSessions && (
        <Suspense fallback={null}>
          <SessionsDialog onClose={() => setShowsSessions(false)} />
        </Suspense>
      )}
      {isChanging && (
        <Suspense fallback={null}>
          <PasswordDialog by="password" userName={user?.name ?? ""} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </div>
  );
}
