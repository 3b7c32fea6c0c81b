import { isScreenFeature } from "@lamina/shared/screens/features";
import { QueryClientProvider } from "@tanstack/react-query";
import { Fragment, useDeferredValue, useEffect, useState } from "react";
import { Outlet } from "react-router-dom";
import { queryClient } from "../api/query-client.ts";
import { openSnapshot } from "../api/snapshot.ts";
import { clientSetup } from "../core/clients/current-clients.ts";
import { useClients } from "../core/clients/use-clients.ts";
import { useLinkedClient } from "../core/clients/use-linked-client.ts";
import { startNotifications } from "../core/notifications/use-notifications.ts";
import { setLeftOut } from "../core/offline/offline-ready.ts";
import { outbox, startOutbox } from "../core/outbox/current-outbox.ts";
import { useChanges } from "../core/realtime/changes.ts";
import { startRealtime } from "../core/realtime/current-realtime.ts";
import { lacksFeature } from "../core/runtime-config/has-feature.ts";
import { useOffers } from "../core/runtime-config/offered-screens.ts";
import { refreshRuntimeConfig, useRuntimeConfig } from "../core/runtime-config/use-runtime-config.ts";
import { loadSensorTypes } from "../core/sensor-types/use-sensor-types.ts";
import { session } from "../core/session/current-session.ts";
import { useStore } from "../core/store.ts";
import { registerAppUpdate } from "../platform/app-update.ts";
import { fetchFieldData, reportStoredData } from "./field-data.ts";
import { NavigationEvents } from "./navigation-events.tsx";
import { ClientWaiting } from "./shell/notices/client-waiting.tsx";
import { Shell } from "./shell/shell.tsx";
import { text } from "./shell/text.ts";
import { useOnline } from "./shell/use-online.ts";

/** Restores the data that this user last saw on this device, before the first paint. */
export async function loader(): Promise<null> {
  const { user } = session.state.get();
  // Clears the stored client of another user.
  if (user && (await openSnapshot(queryClient, user.name, setLeftOut)) === "other") clientSetup.clear();
  return null;
}

/**
 * Everything behind the login. It unmounts as soon as the session ends, so that no part fetches or shows data without a
 * token.
 */
export function Component() {
  const { user } = useStore(session.state);
  return user && <SignedIn userName={user.name} />;
}

/** Provides data, realtime and notifications to the shell and its page. */
function SignedIn({ userName }: { userName: string }) {
  const [started, setStarted] = useState(false);
  useEffect(() => {
    const stop = startSignedIn(userName);
    setStarted(true);
    return () => {
      stop();
      setStarted(false);
    };
  }, [userName]);
  if (!started) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <NavigationEvents />
      <Shell>
        <ClientPage />
      </Shell>
    </QueryClientProvider>
  );
}

/**
 * The page under the selected client. The client is its key, so that a change of client resets the whole page
 * (readings, 7).
 */
function ClientPage() {
  const { selected, status, failure, reload } = useClients();
  const isLinked = useLinkedClient();
  // The shell renders first. The page renders in slices, so that a slow phone responds to touches in between.
  const isShellShown = useDeferredValue(true, false);
  if (!isShellShown) return null;
  if (!selected || isLinked) return <ClientWaiting status={status} failure={failure} onRetry={() => void reload()} />;
  return (
    <Fragment key={selected._id}>
      {!lacksFeature("changes") && <Changes clientId={selected._id} />}
      <Survey />
      <FieldData clientId={selected._id} />
      <Outlet />
    </Fragment>
  );
}

/** Refetches a client's data when they change on the server. */
function Changes({ clientId }: { clientId: string }) {
  useChanges(clientId);
  return null;
}

/** Requests the configuration again where it names no screens: the server finds them at a user's first list of clients. */
function Survey() {
  const config = useRuntimeConfig();
  const isUnknown = config !== undefined && !config.features?.some(isScreenFeature);
  useEffect(() => {
    if (isUnknown) refreshRuntimeConfig();
  }, [isUnknown]);
  return null;
}

/** Stores the client's data for use without a connection, after the page on the screen has its own. */
function FieldData({ clientId }: { clientId: string }) {
  const online = useOnline();
  const isFed = useOffers()("/irrigameter");
  useEffect(() => reportStoredData(queryClient, clientId), [clientId]);
  useEffect(() => (online && isFed ? fetchFieldData(queryClient, clientId) : undefined), [clientId, online, isFed]);
  return null;
}

function startSignedIn(userName: string): () => void {
  const stopRealtime = startRealtime(outbox.reconnected);
  const stopNotifications = startNotifications(userName);
  // Loaded late, because nothing on the screen waits for it.
  const push = import("../core/push/registration.ts").then(({ startPush }) => startPush());
  push.catch((error: unknown) => console.warn(text.noPush, error));
  const stopOutbox = startOutbox(userName);
  clientSetup.start();
  const stopSensorTypes = loadSensorTypes(queryClient);
  // Not on the login page, because only a logged-in user needs the app offline.
  registerAppUpdate();
  return () => {
    clientSetup.stop();
    stopSensorTypes();
    stopOutbox();
    void push.then((stop) => stop()).catch(() => undefined);
    stopNotifications();
    stopRealtime();
  };
}
