import { CACHE_TTL_MS } from "@lamina/shared/core/limits";
import { QueryClient } from "@tanstack/react-query";
import { isUnreached } from "./error.ts";

/** A read that did not reach the API is tried once more before the screen says so. */
const READ_RETRIES = 1;
/** What is kept offline is thrown away after a week. */
export const SNAPSHOT_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The cache of what the API said. **Every key begins with the selected client's `_id`**, so that changing the client
 * removes all of the previous one; what belongs to the session as a whole begins with {@link SESSION_KEY}.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: CACHE_TTL_MS,
        gcTime: SNAPSHOT_MAX_AGE_MS,
        // A call fails by itself without a connection: the screen then shows what it has, and since when.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < READ_RETRIES && isUnreached(error),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** First part of the key of what belongs to no single client. */
export const SESSION_KEY = "session";

export const queryClient = createQueryClient();

/** Cancels and forgets everything of one client (readings, 7). */
export function removeClientData(client: QueryClient, clientId: string): void {
  void client.cancelQueries({ queryKey: [clientId] });
  client.removeQueries({ queryKey: [clientId] });
}
