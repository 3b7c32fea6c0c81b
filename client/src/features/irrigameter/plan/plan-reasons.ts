import { type PlanValue, planReason } from "@lamina/shared/reasons/reasons";
import { reasonText, wordsOfReason } from "@lamina/shared/reasons/text";
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
    if (!waits.includes(reason)) return sentenceOf(reason, names) ?? [];
    if (reason !== waits[0]) return [];
    return reasonText.waitsFor.plan(formatList(waits.map(({ value }) => names.pivot(String(value)))));
  });
}

function sentenceOf(reason: Reason, names: Names): string | null {
  const { key, value } = reason;
  if (key === "hoursToCritical" && value === 0) return planText.alreadyCritical;
  const row = planReason(key);
  if (row === undefined || value === null) return null;
  return wordsOfReason(key).plan?.(valueWords(row.value, reason, names)) ?? null;
}

function valueWords(kind: PlanValue, { value, at }: Reason, { pivot, timeZone, today }: Names): string {
  const number = typeof value === "number" ? value : null;
  switch (kind) {
    case "count":
      return formatNumber(number, 0);
    case "h":
      return duration(number);
    case "R$":
      return formatBrl(number);
    case "mm":
    case "m³":
    case "m³/h":
      return formatAmount(number, kind);
    case "machine":
      return pivot(String(value));
    case "name":
      return String(value);
    case "moment":
      return farmClock(String(value), timeZone, today);
    case "tariff":
      return planText.tariffs[String(value)] ?? String(value);
    case "blocker":
      return blockedWords(String(value), at, timeZone, today);
    default:
      return "";
  }
}
