import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import type { ReportMailState } from "@lamina/shared/views/mail";
import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";

const NOT_FOUND = 404;
const NO_MAILS: ReportMailState = {
  configured: false,
  email: null,
  monthly: false,
  subscriptions: [],
  undelivered: [],
};

/** Whether mails are sent, the user's monthly reports and undelivered mails; an API without the call sends none. */
export function mailStateQuery({ _id }: Pick<Client, "_id">) {
  return queryOptions({
    queryKey: [_id, "report", "mail"],
    queryFn: ({ signal }) =>
      call(views.reportMailState, { query: { ID: _id }, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === NOT_FOUND) return NO_MAILS;
        throw error;
      }),
    meta: { memoryOnly: true },
  });
}
