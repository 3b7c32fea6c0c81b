import type { Forecast } from "@lamina/shared/views/forecast";
import { Badge } from "../../ui/feedback/badge.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { isStale } from "../../ui/feedback/is-stale.ts";
import { formatAge, formatDateTime } from "../../ui/format.ts";
import { useNow } from "../../ui/now.tsx";
import styles from "./issue.module.css";
import { text } from "./text.ts";

interface IssueProps {
  forecast: Pick<Forecast, "issuedAt" | "staleAt" | "source" | "problem">;
  timeZone: string;
}

/** The source and the age of the forecast, and the reason when there is no newer one. */
export function Issue({ forecast: { issuedAt, staleAt, source, problem }, timeZone }: IssueProps) {
  const now = useNow();
  const age = issuedAt === null ? null : formatAge(issuedAt, now);
  const isOld = isStale(staleAt, now);
  const warning =
    problem !== null
      ? [text.problem[problem] ?? text.otherProblem, age && text.lastIssued(age)].filter(Boolean).join(" ")
      : isOld && age !== null && text.old(age);
  return (
    <>
      {warning && (
        <Banner tone="warning" icon="alert">
          {warning}
        </Banner>
      )}
      {issuedAt !== null && source !== null && age !== null && (
        <p className={styles.issue}>
          {text.issued(text.source[source], formatDateTime(issuedAt, timeZone), age)}
          {source === "simulated" && <Badge tone="warning">{text.simulated}</Badge>}
        </p>
      )}
    </>
  );
}
