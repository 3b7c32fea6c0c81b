import { MINUTE_MS } from "@lamina/shared/core/time";
import type { EscalationStep } from "@lamina/shared/records/alert";
import type { notifications } from "../../schema/alerts.ts";

type Sent = Pick<typeof notifications.$inferSelect, "firstSentAt" | "lastSentAt">;
type Steps = readonly EscalationStep[];

const stepsBy = (steps: Steps, firstSentAt: Date, at: Date) =>
  steps.filter(({ afterMin }) => at.getTime() - firstSentAt.getTime() >= afterMin * MINUTE_MS);

/** The persons whose turn has come, by their ids; undefined without an escalation. The first turn begins with the alert. */
export function calledBy(steps: Steps, { firstSentAt }: Sent, now: Date): ReadonlySet<string> | undefined {
  if (steps.length === 0) return undefined;
  const reached = stepsBy(steps, firstSentAt ?? now, now);
  return new Set((reached.length === 0 ? steps.slice(0, 1) : reached).flatMap(({ userIds }) => userIds));
}

/** Whether a turn has come since the alert was last sent. */
export function isNextTurn(steps: Steps, { firstSentAt, lastSentAt }: Sent, now: Date): boolean {
  if (firstSentAt === null || lastSentAt === null) return false;
  return stepsBy(steps, firstSentAt, now).length > Math.max(1, stepsBy(steps, firstSentAt, lastSentAt).length);
}

/** When the next turn comes (ms since the epoch); infinite after the last one. */
export function nextTurn(steps: Steps, { firstSentAt }: Sent, now: Date): number {
  const from = (firstSentAt ?? now).getTime();
  const later = steps.slice(1).map(({ afterMin }) => from + afterMin * MINUTE_MS);
  return Math.min(...later.filter((at) => at > now.getTime()));
}
