import { CACHE_TTL_MS } from "@lamina/shared/core/limits";
import { DAY_MS } from "@lamina/shared/core/time";
import { onlineManager, QueryClient } from "@tanstack/react-query";
import { isOnline } from "../platform/lifecycle.ts";
import { isMissing, isUnreached } from "./error.ts";

/** A read that did not reach the API is tried once more before the screen shows the failure. */
const READ_RETRIES = 1;
/** Data kept offline is deleted after a week. */
export const SNAPSHOT_MAX_AGE_MS = 7 * DAY_MS;

/**
 * The cache of the API's answers. **Every key begins with the selected client's `_id`**, so that a change of the client
 * removes all data of the previous one. Keys of the whole session begin with {@link SESSION_KEY}.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: CACHE_TTL_MS,
        gcTime: SNAPSHOT_MAX_AGE_MS,
        // Without a connection a call fails at once. The screen then shows the data it has, with their age.
        networkMode: "always",
        // A call that failed without a connection is retried, even when its data are recent, because its screen shows
        // the failure.
        refetchOnReconnect: ({ state }) => (state.error ? "always" : true),
        retry: (failures, error) => failures < READ_RETRIES && isUnreached(error),
        // A call that the connected API does not have is not repeated by each part of the screen.
        retryOnMount: ({ state }) => !isMissing(state.error),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** First part of the keys that belong to no single client. */
export const SESSION_KEY = "session";

// The library takes a page that was opened without a connection for connected, and would not notice that one has come.
onlineManager.setOnline(isOnline());

export const queryClient = createQueryClient();

/** Cancels all queries of one client and removes their data (readings, 7). */
export function removeClientData(client: QueryClient, clientId: string): void {
  void client.cancelQueries({ queryKey: [clientId] });
  client.removeQueries({ queryKey: [clientId] });
}
