import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { wordsOfReason } from "@lamina/shared/reasons/text";
import type { Reason } from "@lamina/shared/records/recommendation";
import type { Decision, DecisionOf } from "@lamina/shared/views/machine-day";
import { formatBrl, formatDepth, formatNumber, formatShortDay } from "../ui/format.ts";
import { adviceText } from "./advice-text.ts";
import { farmClock } from "./farm-clock.ts";
import { dialWords, passWords, runWords, type Sectors } from "./run-words.ts";

/** The numeric value of a reason, or null. */
export function reasonValue(reasons: readonly Reason[], key: string): number | null {
  const value = reasons.find((reason) => reason.key === key)?.value;
  return typeof value === "number" ? value : null;
}

/** The clock of a farm: its zone and its day. */
export interface FarmToday {
  timeZone: string;
  today: FarmDay;
}

/** What to do with a run that is not under way: `Irrigar hoje`, or `Irrigar` when it begins on a later day. */
export function irrigateWords(
  { isLeftOut, limit, startAt }: DecisionOf<"run" | "stop">,
  { timeZone, today }: FarmToday,
): string {
  if (isLeftOut) return leftOutWords({ limit });
  return beginsLater(startAt, { timeZone, today }) ? adviceText.irrigateLater : adviceText.irrigate;
}

/** Why a run is left out: by the limit that no other hour resolves, such as an expired permit, else for want of room. */
export function leftOutWords({ limit }: Pick<DecisionOf<"run">, "limit">): string {
  const words = limit && wordsOfReason(limit).alert;
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : adviceText.leftOut;
}

/** Whether a run begins on a later day of the farm. */
export function beginsLater(startAt: string | null, { timeZone, today }: FarmToday): startAt is string {
  return startAt !== null && farmDay(Date.parse(startAt), timeZone) > today;
}

/** A run within this many ms of its start is described as starting now. */
const NOW_MS = 15 * MINUTE_MS;

/** Whether a run is to begin now, or should have begun. */
export const beginsNow = (startAt: string, now: number): boolean => Date.parse(startAt) <= now + NOW_MS;

/** Why to wait, and the depth if no rain falls; or why no water is given, and until when. Empty for other advice. */
export function adviceReasons(decision: Decision): string[] {
  if (decision.kind === "none") {
    const why = adviceText.nothing[decision.rule ?? ""];
    if (why === undefined) return [];
    const day = decision.until && formatShortDay(decision.until);
    if (!day) return [why];
    return decision.rule === "enough" ? [adviceText.enoughUntil(day)] : [why, adviceText.decidedOn(day)];
  }
  if (decision.kind !== "wait") return [];
  const { waits, otherwise } = adviceText;
  const amounts = [
    [decision.drainsMm, waits.drains],
    [decision.roomMm, waits.roomForRain],
    [decision.leastMm, waits.leastDepth],
    [decision.roomMm === null ? decision.rainMm : null, (mm: string) => waits.rain(mm, chanceOf(decision))],
    [decision.otherwiseMm, otherwise],
  ] as const;
  const budget = decision.budgetBrlMm === null ? [] : [waits.budget(formatBrl(decision.budgetBrlMm))];
  return [...budget, ...amounts.flatMap(([mm, words]) => (mm === null ? [] : [words(formatDepth(mm))]))];
}

const chanceOf = ({ rainPct }: DecisionOf<"wait">) => (rainPct === null ? null : formatNumber(rainPct, 0));

/** Whether water is missing that is not given: such a sector is among those that need something. */
export const isWithheld = (decision: Decision): boolean =>
  decision.kind === "wait"
    ? decision.isDelayed
    : decision.kind === "none" &&
      decision.rule !== null &&
      !["enough", "fallow", "harvestPending"].includes(decision.rule);

/**
 * The advice in one line: `Irrigar hoje: 2 × 16,4 mm · 32 % no painel`, `Irrigar (amanhã 05:11): 12 mm · 29 % no painel`, `Regando, 1 volta a 16 %, até sex 02:00`, `Aguardar até
 * 24/11; se não chover, 12 mm`.
 */
export function adviceLine(decision: Decision, farm: FarmToday, sectors?: Sectors): string {
  const { timeZone, today } = farm;
  switch (decision.kind) {
    case "stop":
      return [adviceText.stopNow, ...stopReasons(decision)].join("; ");
    case "run": {
      const { run, startAt, endAt } = decision;
      if (decision.isUnderWay) {
        const until = endAt && adviceText.until(farmClock(endAt, timeZone, today));
        return [adviceText.running, passWords(run), until].filter(Boolean).join(", ");
      }
      const when = beginsLater(startAt, farm) ? ` (${farmClock(startAt, timeZone, today)})` : "";
      return `${irrigateWords(decision, farm)}${when}: ${runWords(run, sectors && dialWords(decision, sectors))}`;
    }
    case "wait":
    case "none":
      return [leadWords(decision), ...adviceReasons(decision)].join("; ");
    default:
      return blockedLead(decision);
  }
}

/** Why a run is to be stopped: `Pivô 07 precisa da bomba`, `15,8 mm previstos (80 %)`, `economiza R$ 600, arrisca R$ 40`. */
export function stopReasons(decision: DecisionOf<"stop">): string[] {
  const { facts, rainPct, drainsMm, savedBrl, riskedBrl, isAssumed, waiting } = decision;
  const { stop } = adviceText;
  const money = stop.money(formatBrl(savedBrl), formatBrl(riskedBrl));
  return [
    ...(waiting ? [stop.needed[waiting.forWhat](waiting.name)] : []),
    ...(facts.rainMm >= MIN_MM ? [stop.rain(formatDepth(facts.rainMm), formatNumber(rainPct, 0))] : []),
    ...(drainsMm >= MIN_MM ? [stop.drains(formatDepth(drainsMm))] : []),
    isAssumed ? stop.assumed(money) : money,
  ];
}

/** A smaller depth is not named, mm. */
const MIN_MM = 1;

/** `Aguardar até 24/11` or `Não irrigar`. */
export function leadWords(decision: DecisionOf<"wait" | "none">): string {
  if (decision.kind === "none") return adviceText.none;
  return decision.until ? adviceText.waitUntil(formatShortDay(decision.until)) : adviceText.wait;
}

/** `Conferir antes de irrigar` where a measurement contradicts the balance, else `Sem recomendação`. */
export const blockedLead = ({ by }: DecisionOf<"blocked">): string =>
  by === "contradicted" ? adviceText.check : adviceText.nodata;
