import { farmDay } from "@lamina/shared/core/farm-time";
import { type Notification, Severity } from "@lamina/shared/records/alert";
import { formatShortDay, formatTime } from "../../ui/format.ts";
import { text } from "./text.ts";

/** Alerts of one cause on one machine, the oldest event first. */
export type AlertGroup = readonly [Notification, ...Notification[]];

/** The worst severity first. */
export const severityRank = ({ severity }: Pick<Notification, "severity">) => Severity.options.indexOf(severity);

/**
 * Alerts by cause and machine, in the order of their first ones. Apart are those of other users, so that one tap takes
 * or resolves a group, and those without a machine.
 */
export function groupAlerts(alerts: readonly Notification[]): AlertGroup[] {
  const groups = new Map<string, [Notification, ...Notification[]]>();
  for (const alert of alerts) {
    const { _id, type, severity, pivotId, takenBy } = alert;
    const key = pivotId ? [type, severity, pivotId, takenBy ?? ""].join(" ") : _id;
    const group = groups.get(key);
    if (group) group.push(alert);
    else groups.set(key, [alert]);
  }
  for (const group of groups.values()) group.sort((one, other) => beganAt(one).localeCompare(beganAt(other)));
  return [...groups.values()];
}

/** When the event of an alert began: a moment, or a day. */
export const beganAt = ({ since, date }: Pick<Notification, "since" | "date">) => since ?? date;

/** `desde 20/11 06:10`, or `desde 20/11` for a day. */
export function sinceText(alert: Pick<Notification, "since" | "date">, timeZone = "UTC"): string {
  const began = beganAt(alert);
  const dayOf = (moment: string) => farmDay(Date.parse(moment), timeZone);
  // An event of the day of its alert was noticed at that moment.
  const moment = began.includes("T") ? began : began === dayOf(alert.date) ? alert.date : null;
  return text.since(
    moment === null ? formatShortDay(began) : `${formatShortDay(dayOf(moment))} ${formatTime(moment, timeZone)}`,
  );
}
