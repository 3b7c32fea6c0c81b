import { type ReactNode, useEffect } from "react";
import { ScrollRestoration } from "react-router-dom";
import { useClients } from "../../core/clients/use-clients.ts";
import { useMenu } from "../../core/menu/use-menu.ts";
import { now } from "../../platform/clock.ts";
import { onBackButton } from "../../platform/lifecycle.ts";
import { SaidOld } from "../../ui/feedback/query-view.tsx";
import { Toaster } from "../../ui/feedback/toast.tsx";
import { keepPresses } from "../../ui/gestures/kept-press.ts";
import { PullToRefresh } from "../../ui/gestures/pull-to-refresh.tsx";
import { NowProvider } from "../../ui/now.tsx";
import { AccountDialogs } from "./account-dialogs.tsx";
import { Header } from "./header/header.tsx";
import { Letterhead } from "./letterhead.tsx";
import { Sidebar } from "./navigation/sidebar.tsx";
import { TabBar } from "./navigation/tab-bar.tsx";
import { ClientLost } from "./notices/client-lost.tsx";
import { ShellBanners } from "./notices/shell-banners.tsx";
import { RouteFocus } from "./route-focus.tsx";
import styles from "./shell.module.css";
import { text } from "./text.ts";
import { useOnline } from "./use-online.ts";

/** The frame of every page behind the login. */
export function Shell({ children }: { children: ReactNode }) {
  const { items } = useMenu();
  const { refresh } = useClients();
  const online = useOnline();
  useEffect(() => onBackButton(closeTopDialog), []);
  useEffect(keepPresses, []);
  return (
    <NowProvider clock={now}>
      <a href="#content" className={styles.skip} data-print="hide">
        {text.skip}
      </a>
      <PullToRefresh onRefresh={refresh} />
      <div className={styles.shell}>
        <Sidebar items={items} />
        <div className={styles.column}>
          <Header />
          <main id="content" className={styles.main} tabIndex={-1}>
            <Letterhead />
            <ShellBanners />
            <SaidOld value={!online}>{children}</SaidOld>
          </main>
        </div>
        <TabBar items={items} />
      </div>
      <AccountDialogs />
      <ClientLost />
      <RouteFocus />
      <Toaster />
      <ScrollRestoration />
    </NowProvider>
  );
}

/** The phone's back button closes the topmost dialog, as Escape does. Returns true when a dialog was open. */
function closeTopDialog(): boolean {
  const top = [...document.querySelectorAll("dialog[open]")].slice(-1)[0];
  top?.dispatchEvent(new Event("cancel", { cancelable: true }));
  return top !== undefined;
}
