import { lazy, Suspense, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { lacksFeature } from "../../core/runtime-config/has-feature.ts";
import { useRuntimeConfig } from "../../core/runtime-config/use-runtime-config.ts";
import { LOGIN_ALERT_TITLE, loginAlertText, SESSION_NOTICE_TEXT } from "../../core/session/text.ts";
import { useSession } from "../../core/session/use-session.ts";
import { askAtLogin } from "../../platform/notifications/notifications.ts";
import { isNative } from "../../platform/platform.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { ThemeSwitch } from "../../ui/controls/theme-switch.tsx";
import { AlertDialog } from "../../ui/feedback/alert-dialog.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Form, useSubmit } from "../../ui/form/form.tsx";
import { Mark } from "../../ui/icons/mark.tsx";
import { PRODUCT } from "../../ui/layout/page.tsx";
import { DemoUsers } from "./demo-users.tsx";
import { FieldView } from "./field-view.tsx";
import styles from "./page.module.css";
import { ServerAddress } from "./server-address.tsx";
import { serverStarted } from "./server-started.ts";
import { text } from "./text.ts";

const PasswordDialog = lazy(() => import("../../core/password/password-dialog.tsx"));

/** `/login`: user name and password, the reason of a logout, and the alerts of §8. */
export function Component() {
  const session = useSession();
  const [userName, setUserName] = useState(session.userName);
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState({ userName: false, password: false });
  const [isSetting, setSetting] = useState(false);
  const config = useRuntimeConfig();
  const [starting, setStarting] = useState<string | null>(null);

  useEffect(() => {
    if (session.mustSetPassword) setSetting(true);
  }, [session.mustSetPassword]);
  useEffect(() => {
    document.title = `${text.title} · ${PRODUCT}`;
  }, []);

  const { pending, submit } = useSubmit(async () => {
    const next = { userName: userName.trim() === "", password: password === "" };
    setMissing(next);
    if (next.userName || next.password) return false;
    // Before any await, because a browser prompts only within the click. The login does not wait for the answer.
    askAtLogin();
    // A login before the server has started would fail, and its reload would lose the password (readings, 4).
    if (config?.starting) {
      await serverStarted(({ step, percent }) =>
        setStarting(text.starting(text.steps[step] ?? text.otherStep, percent)),
      );
      setStarting(null);
    }
    // After a successful login the page changes (§4).
    return session.login(userName.trim(), password);
  });

  return (
    <main className={styles.page}>
      <div className={styles.view}>
        <FieldView />
        <p className={styles.lead}>{text.lead}</p>
      </div>
      <div className={styles.main}>
        <Form className={styles.form} onSubmit={submit}>
          <h1 className={styles.name}>
            <Mark size={40} />
            {PRODUCT}
          </h1>
          {session.notice && (
            <Banner tone="warning" announced>
              {SESSION_NOTICE_TEXT[session.notice]}
            </Banner>
          )}
          {starting && (
            <Banner icon="info" announced>
              {starting}
            </Banner>
          )}
          <TextField
            label={text.userName}
            error={missing.userName ? text.userNameMissing : undefined}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={userName}
            onValue={(typed) => {
              setUserName(typed);
              session.rememberUserName(typed);
            }}
          />
          <TextField
            label={text.password}
            error={missing.password ? text.passwordMissing : undefined}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onValue={setPassword}
          />
          <Button type="submit" variant="primary" wide pending={pending} className={styles.submit}>
            {text.submit}
          </Button>
          {!lacksFeature("first-access") && (
            <Button variant="quiet" wide onClick={() => setSetting(true)}>
              {text.byCode}
            </Button>
          )}
          <DemoUsers
            onChoose={(name, demoPassword) => {
              setUserName(name);
              setPassword(demoPassword);
            }}
          />
        </Form>
        {isNative() && <ServerAddress />}
        <footer className={styles.footer}>
          <ThemeSwitch />
          <Link to="/policy">{text.policy}</Link>
        </footer>
      </div>
      {isSetting && (
        <Suspense fallback={null}>
          <PasswordDialog
            by="code"
            userName={userName}
            code={session.mustSetPassword ? password : ""}
            onClose={() => setSetting(false)}
            onSaved={(name, next) => void session.login(name, next)}
          />
        </Suspense>
      )}
      <AlertDialog
        open={session.alert !== null}
        onClose={session.closeAlert}
        title={LOGIN_ALERT_TITLE}
        message={session.alert ? loginAlertText(session.alert) : ""}
      />
    </main>
  );
}
