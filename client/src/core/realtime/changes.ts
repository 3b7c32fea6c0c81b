import { CACHE_TTL_MS } from "@lamina/shared/core/limits";
import { CHANGES_TOPIC, ChangeMessage } from "@lamina/shared/records/alert";
import { focusManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { isMissing } from "../../api/error.ts";
import { useTopic } from "./use-realtime.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Needed without a connection: the last data to be left out of the snapshot; before them its details, "later". */
      field?: boolean | "later";
      /** Not stored on the device. */
      memoryOnly?: boolean;
      /** Names of the entities in the answer, such as `Watering`. A change of one of them refetches the query. */
      entities?: readonly string[];
    };
  }
}

/** Pages of a client spread their requests: so long for each user who got the message, ms. */
const SPREAD_PER_LISTENER_MS = 10;
const LONGEST_SPREAD_MS = 3_000;

/** Refetches queries for messages on `changes`. */
interface ChangeFollower {
  /** Takes a message. Ignores messages of another client or another shape. */
  take(message: unknown): void;
  stop(): void;
}

/**
 * Refetches the queries of `clientId` whose `meta.entities` name a changed entity. Changes are collected for
 * `CACHE_TTL_MS` first, because until then the BFF may still answer from its cache, and because a farm may report twice
 * a second. The answer to a change that arrives during this time may still come from the cache, so that change is
 * fetched with the others and once more. Pages of many users wait a random while longer, so that they do not ask at once.
 * A page in the background only marks its data, and fetches them when it is seen again. What the API has answered with
 * 404 is not fetched again for a change: no change adds a service.
 */
export function createChangeFollower(
  queryClient: QueryClient,
  clientId: string,
  random: () => number = Math.random,
): ChangeFollower {
  let changed = new Set<string>();
  let late = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function refresh(): void {
    const names = new Set([...changed, ...late]);
    changed = late;
    late = new Set();
    timer = changed.size > 0 ? setTimeout(refresh, CACHE_TTL_MS) : undefined;
    void queryClient.invalidateQueries({
      queryKey: [clientId],
      refetchType: focusManager.isFocused() ? "active" : "none",
      predicate: ({ meta, state }) =>
        !isMissing(state.error) && (meta?.entities?.some((entity) => names.has(entity)) ?? false),
    });
  }

  return {
    take(message) {
      const change = ChangeMessage.safeParse(message);
      if (!change.success || change.data.clientId !== clientId) return;
      for (const entity of change.data.entities) (timer === undefined ? changed : late).add(entity);
      const spread = Math.min(LONGEST_SPREAD_MS, SPREAD_PER_LISTENER_MS * ((change.data.listeners ?? 1) - 1));
      timer ??= setTimeout(refresh, CACHE_TTL_MS + spread * random());
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/**
 * Refetches a client's queries when the data on the server change. Used once, around the pages. A query takes part by
 * naming its entities in `meta`.
 */
export function useChanges(clientId: string): void {
  const queryClient = useQueryClient();
  const follower = useMemo(() => createChangeFollower(queryClient, clientId), [queryClient, clientId]);
  useEffect(() => follower.stop, [follower]);
  useTopic(CHANGES_TOPIC, ({ message }) => follower.take(message));
}
