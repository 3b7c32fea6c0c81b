import { CLIENT_RECHECK_MS, PULL_TO_REFRESH_MS } from "@lamina/shared/core/limits";
import type { Client } from "@lamina/shared/records/client";
import { type QueryClient, QueryObserver, type QueryObserverResult } from "@tanstack/react-query";
import { removeClientData, SESSION_KEY } from "../../api/query-client.ts";
import { retryPause } from "../../api/retry-pause.ts";
import type { KeyValueStore } from "../../platform/storage.ts";
import { createStore, type Store } from "../store.ts";
import { text } from "../text.ts";
import { chooseClient } from "./choose-client.ts";

/**
 * §3: the key of the selected client's `_id` in local storage: the last choice, and the default of a new tab. A tab keeps
 * its own across its reloads under the same key (readings, 31).
 */
export const CLIENT_ID_KEY = "clientId";
/** Key of the client list in the query cache. */
export const CLIENT_LIST_KEY = [SESSION_KEY, "clients"] as const;
/** Without the list no screen opens, so it is stored on the device before all else. */
export const CLIENT_LIST_META = { field: true };

/** Client list and selection for the screens. */
export interface ClientsState {
  clients: readonly Client[];
  /** Undefined until the list is loaded. */
  selected: Client | undefined;
  /** `empty`: loaded, but without clients. `error`: never loaded; a retry is scheduled. */
  status: "loading" | "ready" | "empty" | "error";
  /** Why the last load failed, with the status `error`. */
  failure?: Error | null;
}

/** Client list and selection (§4; readings, 6 and 7). */
interface ClientSetup {
  state: Store<ClientsState>;
  /** Loads the list and retries until {@link ClientSetup.stop}. Call after the login. */
  start(): void;
  stop(): void;
  select(id: string): void;
  /** Loads the list again. */
  reload(): Promise<void>;
  /** Pull-to-refresh: reloads the list and the page's data after `PULL_TO_REFRESH_MS` (§2). */
  refresh(): Promise<void>;
  /** Stops, and clears the stored id, the client and the list. */
  clear(): void;
}

const NO_CLIENTS: readonly Client[] = [];
const NOTHING: ClientsState = { clients: NO_CLIENTS, selected: undefined, status: "loading" };

export function createClientSetup(deps: {
  queryClient: QueryClient;
  storage: KeyValueStore;
  tabStorage: KeyValueStore;
  loadClients(signal: AbortSignal): Promise<Client[]>;
  /** Called when there are no clients and no stored client id: the user is logged out (§4). */
  noClient(): void;
}): ClientSetup {
  const { queryClient, storage, tabStorage } = deps;
  const state = createStore<ClientsState>(NOTHING);
  let recheckTimer: ReturnType<typeof setInterval> | undefined;
  let release = () => {};
  let failureSeen = 0;
  let failure: Error | null = null;

  function show(clients: readonly Client[], status: ClientsState["status"], wantedId?: string): void {
    const previous = state.get().selected;
    const storedId = storage.read(CLIENT_ID_KEY);
    // Another tab's choice is the default of new tabs. The client of this one does not change by it.
    const ownId = wantedId ?? previous?._id ?? tabStorage.read(CLIENT_ID_KEY);
    const selected = clients.find(({ _id }) => _id === ownId) ?? chooseClient(clients, storedId);
    if (selected) {
      if (wantedId || selected._id !== ownId || !storedId) storage.write(CLIENT_ID_KEY, selected._id);
      if (selected._id !== previous?._id) tabStorage.write(CLIENT_ID_KEY, selected._id);
    }
    // All data of the previous client are removed before the next client is published.
    if (previous && previous._id !== selected?._id) removeClientData(queryClient, previous._id);
    const before = state.get();
    const why = status === "error" ? failure : undefined;
    if (
      before.clients !== clients ||
      before.selected !== selected ||
      before.status !== status ||
      before.failure !== why
    ) {
      state.set({ clients, selected, status, ...(why && { failure: why }) });
    }
  }

  function take(result: QueryObserverResult<Client[]>): void {
    if (result.error && result.errorUpdatedAt !== failureSeen) {
      failureSeen = result.errorUpdatedAt;
      failure = result.error;
      console.error(text.loadFailed, result.error);
    }
    const clients = result.data ?? NO_CLIENTS;
    // A list from the device may be older than the chosen client: another choice waits for the new list.
    const storedId = tabStorage.read(CLIENT_ID_KEY) || storage.read(CLIENT_ID_KEY);
    const isOlder = storedId && !state.get().selected && !clients.some(({ _id }) => _id === storedId);
    if (isOlder && result.isFetching && !result.isFetchedAfterMount) show(NO_CLIENTS, "loading");
    else if (clients.length > 0) show(clients, "ready");
    // An empty list of an earlier visit may be out of date, so it does not log the user out.
    else if (result.isSuccess && result.isFetchedAfterMount) show(NO_CLIENTS, "empty");
    else show(NO_CLIENTS, result.isError || state.get().status === "error" ? "error" : "loading");
  }

  function recheck(): void {
    const { status, clients } = state.get();
    if (status === "empty" && !storage.read(CLIENT_ID_KEY)) deps.noClient();
    else if (status === "ready" && !storage.read(CLIENT_ID_KEY)) show(clients, "ready");
  }

  function reload(): Promise<void> {
    return queryClient.invalidateQueries({ queryKey: CLIENT_LIST_KEY });
  }

  function stop(): void {
    release();
    clearInterval(recheckTimer);
  }

  return {
    state,
    start() {
      const observer = new QueryObserver<Client[]>(queryClient, {
        queryKey: CLIENT_LIST_KEY,
        queryFn: ({ signal }) => deps.loadClients(signal),
        retry: false,
        refetchInterval: ({ state }) => (state.data?.length ? false : retryPause(state)),
        // The retry of §4 continues in a hidden tab (readings, 8a).
        refetchIntervalInBackground: true,
        meta: CLIENT_LIST_META,
      });
      release = observer.subscribe(take);
      take(observer.getCurrentResult());
      recheckTimer = setInterval(recheck, CLIENT_RECHECK_MS);
    },
    stop,
    select(id) {
      const { clients, selected } = state.get();
      if (id === selected?._id || !clients.some((client) => client._id === id)) return;
      show(clients, "ready", id);
    },
    reload,
    async refresh() {
      await new Promise((resolve) => setTimeout(resolve, PULL_TO_REFRESH_MS));
      await Promise.all([reload(), queryClient.invalidateQueries({ queryKey: [state.get().selected?._id] })]);
    },
    clear() {
      stop();
      storage.write(CLIENT_ID_KEY, "");
      tabStorage.remove(CLIENT_ID_KEY);
      const { selected } = state.get();
      if (selected) removeClientData(queryClient, selected._id);
      queryClient.removeQueries({ queryKey: CLIENT_LIST_KEY });
      state.set(NOTHING);
    },
  };
}
