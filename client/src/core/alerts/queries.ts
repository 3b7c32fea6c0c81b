import { views } from "@lamina/shared/calls/views";
import type { Notification } from "@lamina/shared/records/alert";
import type { Client } from "@lamina/shared/records/client";
import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../log-failure.ts";

/** At most this many open alerts are shown. */
export const SHOWN_ALERTS = 100;

type Owner = Pick<Client, "_id">;

/** A client's unresolved alerts, newest first. Disabled while there is no client. */
export function openAlertsQuery(client: Owner | undefined) {
  return queryOptions({
    queryKey: [client?._id, "alerts", "open"],
    queryFn: client
      ? ({ signal }) =>
          logFailure(
            "Erro ao carregar os alertas",
            call(views.notifications, { query: { ID: client._id, open: "true", limit: SHOWN_ALERTS }, signal }),
          )
      : skipToken,
    meta: { entities: ["Notification"] },
  });
}

/** At most this many closed alerts are shown. */
const SHOWN_CLOSED = 30;

/** A client's newest alerts that ended by themselves or were resolved. */
export function closedAlertsQuery({ _id }: Owner) {
  return queryOptions({
    queryKey: [_id, "alerts", "closed"],
    queryFn: ({ signal }) =>
      logFailure(
        "Erro ao carregar os alertas",
        call(views.notifications, { query: { ID: _id, open: "false", limit: SHOWN_CLOSED }, signal }),
      ),
    meta: { entities: ["Notification"] },
  });
}

type Page = { items: Notification[]; next: string | null };

/**
 * Shows the user's own action at once. Cancels a running fetch, so that its older answer does not undo the action.
 * @returns a function that restores the previous alerts, for a refusal by the API
 */
export async function rewriteAlerts(
  queryClient: QueryClient,
  client: Owner | undefined,
  rewrite: (items: Notification[]) => Notification[],
): Promise<() => void> {
  const { queryKey } = openAlertsQuery(client);
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<Page>(queryKey);
  if (before) queryClient.setQueryData<Page>(queryKey, { ...before, items: rewrite(before.items) });
  return () => queryClient.setQueryData(queryKey, before);
}
