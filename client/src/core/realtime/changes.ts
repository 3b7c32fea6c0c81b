import { CACHE_TTL_MS } from "@lamina/shared/core/limits";
import { CHANGES_TOPIC, ChangeMessage } from "@lamina/shared/records/alert";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useTopic } from "./use-realtime.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Names of the entities that the answer is made of, such as `Watering`: when one changes, it is fetched again. */
      entities?: readonly string[];
    };
  }
}

/** Turns what is told on `changes` into fresh queries. */
interface ChangeFollower {
  /** Takes a message; one of another client, or of another shape, is nobody's business. */
  take(message: unknown): void;
  stop(): void;
}

/**
 * Fetches again the queries of `clientId` whose `meta.entities` name what changed. Changes are gathered for
 * `CACHE_TTL_MS` first: an answer that the BFF kept from before the change would be no news, and a farm that reports
 * twice a second is not asked twice a second. What changes while others are gathered may still be answered from before,
 * so it is fetched with them and once more.
 */
export function createChangeFollower(queryClient: QueryClient, clientId: string): ChangeFollower {
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
      predicate: ({ meta }) => meta?.entities?.some((entity) => names.has(entity)) ?? false,
    });
  }

  return {
    take(message) {
      const change = ChangeMessage.safeParse(message);
      if (!change.success || change.data.clientId !== clientId) return;
      for (const entity of change.data.entities) (timer === undefined ? changed : late).add(entity);
      timer ??= setTimeout(refresh, CACHE_TTL_MS);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/**
 * Keeps what is shown of a client true to what happens on its farms. Used once, around the pages: a query takes part by
 * naming its entities in `meta`.
 */
export function useChanges(clientId: string): void {
  const queryClient = useQueryClient();
  const follower = useMemo(() => createChangeFollower(queryClient, clientId), [queryClient, clientId]);
  useEffect(() => follower.stop, [follower]);
  useTopic(CHANGES_TOPIC, ({ message }) => follower.take(message));
}
