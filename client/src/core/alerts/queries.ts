import { PAGE_RECORDS_MAX } from "@lamina/shared/calls/endpoint";
import { views } from "@lamina/shared/calls/views";
import type { Notification } from "@lamina/shared/records/alert";
import type { Client } from "@lamina/shared/records/client";
import { infiniteQueryOptions, queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../log-failure.ts";
import type { OutboxEntry } from "../outbox/entry.ts";

/** The open alerts of one answer. All of them are loaded, because the worst may be older than a hundred others. */
export const OPEN_ALERTS = PAGE_RECORDS_MAX;

type Owner = Pick<Client, "_id">;

/** A client's unresolved alerts, newest first. Disabled while there is no client. */
export function openAlertsQuery(client: Owner | undefined) {
  return queryOptions({
    queryKey: [client?._id, "alerts", "open"],
    queryFn: client
      ? ({ signal }) =>
          logFailure(
            "Erro ao carregar os alertas",
            call(views.notifications, { query: { ID: client._id, open: "true", limit: OPEN_ALERTS }, signal }),
          )
      : skipToken,
    meta: { entities: ["Notification"] },
  });
}

/** Closed alerts of one page. */
const CLOSED_PAGE = 30;

/** A client's alerts that ended by themselves or were resolved, newest first, page by page. */
export function closedAlertsQuery({ _id }: Owner) {
  return infiniteQueryOptions({
    queryKey: [_id, "alerts", "closed", "pages"],
    queryFn: ({ signal, pageParam }) => {
      const query = { ID: _id, open: "false" as const, limit: CLOSED_PAGE, ...(pageParam && { after: pageParam }) };
      return logFailure("Erro ao carregar os alertas", call(views.notifications, { query, signal }));
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    meta: { entities: ["Notification"] },
  });
}

/**
 * The open alerts with the user's own acts that the API has not received: taken ones name the user, resolved ones are
 * left out.
 */
export function withUnsentActs(
  items: readonly Notification[],
  entries: readonly OutboxEntry[],
  me: { _id: string; name: string } | undefined,
): Notification[] {
  const acts = entries.flatMap((entry) => (entry.kind === "alert" && !entry.problem ? [entry.fields] : []));
  return items.flatMap((item) => {
    const actsOfItem = acts.filter(({ _id }) => _id === item._id).map(({ act }) => act);
    if (actsOfItem[actsOfItem.length - 1] === "resolve") return [];
    return [actsOfItem.includes("take") ? { ...item, takenBy: me?._id ?? "", takenByName: me?.name ?? "" } : item];
  });
}
