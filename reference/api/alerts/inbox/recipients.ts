import type { AlertSettingsFields } from "@lamina/shared/views/mail";
import type { Listener } from "../../access/identity/audience.ts";
import { calledBy } from "../rules/escalation.ts";
import { isQuiet } from "../rules/quiet-hours.ts";
import type { Situation } from "../rules/situation.ts";
import { concerns } from "../settings/audience.ts";
import { isAtOnce } from "../settings/settings.ts";
import type { NotificationRow } from "./inbox-store.ts";

interface Recipients {
  /** Those who see the alert now. */
  shown: Listener[];
  /** Those who are notified later; with `isShown` only by mail. */
  waiting: { userId: string; isShown: boolean }[];
}

/**
 * Who is notified of an alert at this moment: with an escalation, those whose turn has come; else all whom it concerns.
 * Who is called sees it at once at any pace. Quiet hours of a person delay all but critical alerts. The others of an
 * escalation have it in their inbox, digest and mail.
 */
export function recipientsOf(
  { row, situation: { rule, observation } }: { row: NotificationRow; situation: Situation },
  listeners: readonly Listener[],
  settingsOf: (userId: string) => AlertSettingsFields,
  now: Date,
): Recipients {
  const audience = listeners.filter((listener) => concerns(row, listener));
  const called = calledBy(rule.escalation, row, now);
  const isCalled = ({ userId }: Listener) => called?.has(userId) ?? false;
  // An alert whose turns name only people who have left concerns everyone.
  const isForAll = !audience.some(isCalled);
  const recipients: Recipients = { shown: [], waiting: [] };
  for (const listener of audience) {
    const { userId } = listener;
    const settings = settingsOf(userId);
    const isTurn = isForAll || isCalled(listener);
    const isPaced = !isCalled(listener) && !isAtOnce(settings, row.severity);
    const isHeld = isPaced || isQuiet({ ...settings, severity: row.severity }, now, observation.timezone);
    if (isTurn && !isHeld) recipients.shown.push(listener);
    // A repetition is not mailed again; the digest of a day lists the open alerts.
    if (isHeld ? isTurn || isPaced : settings.byMail && row.lastSentAt === null)
      recipients.waiting.push({ userId, isShown: !isHeld });
  }
  return recipients;
}
