import { views } from "@lamina/shared/calls/views";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { SESSION_KEY } from "../../../api/query-client.ts";

export const settingsQuery = queryOptions({
  queryKey: [SESSION_KEY, "alert-settings"],
  queryFn: ({ signal }) => call(views.alertSettings, { signal }),
  meta: { memoryOnly: true },
});
