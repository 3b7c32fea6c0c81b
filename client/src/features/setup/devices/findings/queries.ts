import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../../api/http.ts";
import { logFailure } from "../../../../core/log-failure.ts";
import { text } from "./text.ts";

/** What the readings of a device say of its set-up. */
export function findingsQuery({ _id }: Pick<Client, "_id">, deviceId: string) {
  return queryOptions({
    queryKey: [_id, "device-findings", deviceId],
    queryFn: ({ signal }) =>
      logFailure(text.queryFailed, call(views.deviceFindings, { query: { ID: deviceId }, signal })),
    meta: { entities: ["Device", "Sensor", "Reading"] },
  });
}
