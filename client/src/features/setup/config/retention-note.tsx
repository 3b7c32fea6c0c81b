import { views } from "@lamina/shared/calls/views";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import styles from "./retention-note.module.css";
import { text } from "./text.ts";

const words = text.retention;

const retentionQuery = queryOptions({
  queryKey: ["retention"],
  queryFn: ({ signal }) => call(views.retention, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** How long the installation keeps what grows. An API that does not say has no such note. */
export function RetentionNote() {
  const { data } = useQuery(retentionQuery);
  if (data === undefined) return null;
  return (
    <section className={styles.note}>
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
