import { views } from "@lamina/shared/calls/views";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { text } from "./text.ts";

const words = text.retention;

const retentionQuery = queryOptions({
  queryKey: ["retention"],
  queryFn: ({ signal }) => call(views.retention, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The retention times of the installation's growing data. Not shown when the API does not send them. */
export function RetentionNote() {
  const { data } = useQuery(retentionQuery);
  if (data === undefined) return null;
  return (
    <section className="grid gap-2 muted">
      <h3>{words.title}</h3>
      <ul>
        <li>{words.readings(words.time(data.readingsMonths))}</li>
        <li>{words.notifications(words.time(data.notificationsMonths))}</li>
        <li>{words.audit(words.time(data.auditMonths))}</li>
        <li>{words.forGood}</li>
      </ul>
    </section>
  );
}
