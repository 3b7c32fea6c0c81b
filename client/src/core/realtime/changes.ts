import { CACHE_TTL_MS } from "@lamina/shared/core/limits";
import { CHANGES_TOPIC } from "@lamina/shared/messages/broker";
import { ChangeMessage } from "@lamina/shared/records/alert";
import { focusManager, type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
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
      /** Answers come so often that they are stored on the device with the next other one. */
      passing?: boolean;
      /** Names of the entities in the answer, such as `Watering`. A change of one of them refetches the query. */
      entities?: readonly string[];
      /**
       * Ids of the records on which the answer depends. A change that names other records only marks the query as stale,
       * so it is fetched when it is opened again.
       */
      places?: readonly string[];
    };
  }
}

/** Pages of a client spread their requests: so long for each other page that got the message, ms. */
const SPREAD_PER_PAGE_MS = 10;
const LONGEST_SPREAD_MS = 3_000;

/** Whether a change may make the answer about some records different: it names one of them, or no record at all. */
function concerns(change: ChangeMessage, places: readonly string[] | undefined): boolean {
  const { farmIds = [], pivotIds = [], sectorIds = [], monitorIds = [], deviceIds = [] } = change;
  const named = [...farmIds, ...pivotIds, ...sectorIds, ...monitorIds, ...deviceIds];
  return places === undefined || named.length === 0 || named.some((id) => places.includes(id));
}

/** Refetches queries for messages on `changes`. */
interface ChangeFollower {
  /**
   * Handles a message that this many pages of the user received. Ignores messages of another client or another shape.
   */
  take(message: unknown, pages?: number): void;
  stop(): void;
}

/**
 * Refetches the queries of `clientId` whose `meta.entities` name a changed entity. Changes are collected for
 * `CACHE_TTL_MS` first, because until then the BFF may still answer from its cache, and because a farm may report twice
 * a second. The answer to a change that arrives during this time may still come from the cache, so that change is
 * fetched with the others and once more. Many pages wait a random while longer, so that they do not ask at once: each
 * other user who got the message counts as one page, because only the own ones are known.
 * An answer that is under way is awaited and fetched once more after it, because a fleet reports more often than a busy
 * API answers: a request that each change restarted would never end.
 * What a change does not concern by its `places` is marked as stale and not fetched. A page in the background only marks
 * its data, and fetches them when it is seen again. What the API has answered with 404 is not fetched again for a change:
 * no change adds a service.
 */
export function createChangeFollower(
  queryClient: QueryClient,
  clientId: string,
  random: () => number = Math.random,
): ChangeFollower {
  let changed: ChangeMessage[] = [];
  let late: ChangeMessage[] = [];
  /** Queries whose answer was under way at a change that concerns them. */
  let again: ReadonlySet<Query> = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function refresh(): void {
    const all = [...changed, ...late];
    changed = late;
    late = [];
    const missed = again;
    const touched = ({ meta, state }: Query) =>
      isMissing(state.error)
        ? []
        : all.filter(({ entities }) => meta?.entities?.some((name) => entities.includes(name)));
    const isShown = (query: Query) =>
      missed.has(query) || touched(query).some((change) => concerns(change, query.meta?.places));
    const queryKey = [clientId];
    const underWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: "fetching", predicate: isShown });
    again = new Set(underWay);
    timer = changed.length > 0 || again.size > 0 ? setTimeout(refresh, CACHE_TTL_MS) : undefined;
    const isElsewhere = (query: Query) => touched(query).length > 0 && !isShown(query);
    void queryClient.invalidateQueries({ queryKey, refetchType: "none", predicate: isElsewhere });
    const refetchType = focusManager.isFocused() ? "active" : "none";
    void queryClient.invalidateQueries({ queryKey, refetchType, predicate: isShown }, { cancelRefetch: false });
  }

  return {
    take(message, pages = 1) {
      const change = ChangeMessage.safeParse(message);
      if (!change.success || change.data.clientId !== clientId) return;
      (timer === undefined ? changed : late).push(change.data);
      const others = (change.data.listeners ?? 1) - 1 + (pages - 1);
      const spread = Math.min(LONGEST_SPREAD_MS, SPREAD_PER_PAGE_MS * others);
      timer ??= setTimeout(refresh, CACHE_TTL_MS + spread * random());
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      again = new Set();
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
  useTopic(CHANGES_TOPIC, ({ message, pages }) => follower.take(message, pages));
}
