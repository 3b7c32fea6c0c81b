import type { Forecast } from "@lamina/shared/forecast";
import { Badge } from "../../ui/feedback/badge.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { formatAge, formatDateTime } from "../../ui/format.ts";
import { useNow } from "../../ui/now.tsx";
import styles from "./issue.module.css";
import { text } from "./text.ts";

/** Providers issue anew several times a day: an older forecast may have changed. */
const OLD_AFTER_MS = 12 * 3_600_000;

interface IssueProps {
  forecast: Pick<Forecast, "issuedAt" | "source" | "problem">;
  timeZone: string;
}

/** Who says so and since when; and, when there is nothing newer, why. */
export function Issue({ forecast: { issuedAt, source, problem }, timeZone }: IssueProps) {
  const now = useNow();
  const age = issuedAt === null ? null : formatAge(issuedAt, now);
  const isOld = issuedAt !== null && now - Date.parse(issuedAt) > OLD_AFTER_MS;
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
