import { type PlanReason, reasonKeys } from "@lamina/shared/records/reasons";
import type { Reason } from "@lamina/shared/records/recommendation";
import { farmClock } from "../../../field/farm-clock.ts";
import { formatAmount, formatBrl, formatList, formatNumber } from "../../../ui/format.ts";
import { duration } from "../amounts.ts";
import { blockedWords } from "../card/advice-line.tsx";
import { planText } from "./plan-text.ts";

interface Names {
  pivot(id: string): string;
  timeZone: string;
  today: string;
}

/** The reasons of the plan in words, without those that this screen does not know. Machines waited for are named once. */
export function planReasons(reasons: readonly Reason[], names: Names): string[] {
  const waits = reasons.filter(({ key, value }) => key === "waitsFor" && value !== null);
  return reasons.flatMap((reason) => {
    if (!waits.includes(reason)) return planReason(reason, names) ?? [];
    if (reason !== waits[0]) return [];
    return planText.reasons.waitsFor(formatList(waits.map(({ value }) => names.pivot(String(value)))));
  });
}

function planReason({ key, value, at }: Reason, { pivot, timeZone, today }: Names): string | null {
  const number = typeof value === "number" ? value : null;
  const values: Readonly<Record<PlanReason, () => string>> = {
    order: () => formatNumber(number, 0),
    hoursToCritical: () => duration(number),
    late: () => duration(number),
    tariff: () => planText.tariffs[String(value)] ?? String(value),
    waitsFor: () => pivot(String(value)),
    continuesTomorrow: () => duration(number),
    exceedsSource: () => formatAmount(number, "m³/h"),
    noRoom: () => duration(number),
    underWay: () => duration(number),
    exceedsPower: () => formatAmount(number, "m³/h"),
    lossBrl: () => formatBrl(number),
    lossUnwatered: () => formatBrl(number),
    startsLater: () => farmClock(String(value), timeZone, today),
    permitMonth: () => formatAmount(number, "m³"),
    permitVolume: () => formatAmount(number, "m³"),
    permitDaysLeft: () => formatAmount(number, "m³"),
    permitEnds: () => formatAmount(number, "m³"),
    permitHours: () => duration(number),
    permitFlow: () => formatAmount(number, "m³/h"),
    permitDays: () => "",
    permitUsedUp: () => "",
    permitExpired: () => "",
    blocked: () => blockedWords(String(value), at, timeZone, today),
  };
  if (key === "hoursToCritical" && number === 0) return planText.alreadyCritical;
  if (!isPlanReason(key) || value === null) return null;
  return planText.reasons[key](values[key]());
}

function isPlanReason(key: string): key is PlanReason {
  return [...reasonKeys.hours, ...reasonKeys.plan].some((known) => known === key);
}
