import type { Notification } from "@lamina/shared/alert";
import type { Client } from "@lamina/shared/client";
import { views } from "@lamina/shared/views";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../log-failure.ts";

/** As many open alerts are shown at once. */
export const SHOWN_ALERTS = 100;

type Owner = Pick<Client, "_id">;

/** A client's alerts that nobody has resolved, newest first. */
export function openAlertsQuery({ _id }: Owner) {
  return queryOptions({
    queryKey: [_id, "alerts", "open"],
    queryFn: ({ signal }) =>
      logFailure(
        "Erro ao carregar os alertas",
        call(views.notifications, { query: { ID: _id, open: "true", limit: SHOWN_ALERTS }, signal }),
      ),
    meta: { entities: ["Notification"] },
  });
}

type Page = { items: Notification[]; next: string | null };

/** Shows an own act at once. Returns how to take it back when the API refuses. */
export function rewriteAlerts(
  queryClient: QueryClient,
  client: Owner,
  rewrite: (items: Notification[]) => Notification[],
): () => void {
  const { queryKey } = openAlertsQuery(client);
  const before = queryClient.getQueryData<Page>(queryKey);
  if (before) queryClient.setQueryData<Page>(queryKey, { ...before, items: rewrite(before.items) });
  return () => queryClient.setQueryData(queryKey, before);
}
