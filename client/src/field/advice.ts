import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { PlanItem } from "@lamina/shared/records/day-plan";
import type { AnswerRule, BoardRecommendation, Reason } from "@lamina/shared/records/recommendation";
import { machineRun, plannedRun, type RunFigures, recommendedRun } from "@lamina/shared/records/run-figures";
import { formatDepth, formatShortDay } from "../ui/format.ts";
import { adviceText } from "./advice-text.ts";
import { farmClock } from "./farm-clock.ts";
import { passWords, runWords } from "./run-words.ts";

/** A run that is to begin. */
interface Irrigate {
  action: "irrigate";
  run: RunFigures;
  startAt: string | null;
  endAt: string | null;
}

/** A wait with the amounts, in mm, of the rule that gives it. */
interface Wait {
  action: "wait";
  until: string | null;
  rainMm: number | null;
  /** Net water that the lightest pass would lose today. */
  drainsMm: number | null;
  /** Room that is left for rain, and the least depth worth a start that the need does not reach. */
  roomMm: number | null;
  leastMm: number | null;
  /** Gross depth if no rain falls. */
  otherwiseMm: number | null;
  /** Whether water is missing: the wait is for something else than the need. */
  isDelayed: boolean;
}

/** The recommended action, the same on every screen. */
export type Advice =
  /** The run is under way. */
  | { action: "running"; run: RunFigures; endAt: string | null }
  | Irrigate
  | Wait
  /** `until`: when it is decided again, or before which no water is missing. */
  | { action: "none"; rule: AnswerRule | null; until: string | null }
  /** A probe or a detection contradicts the balance, and the user must check first. */
  | { action: "check" }
  | { action: "nodata"; blockedBy: string | null; since: string | null };

/** The numeric value of a reason, or null. */
export function reasonValue(reasons: readonly Reason[], key: string): number | null {
  const value = reasons.find((reason) => reason.key === key)?.value;
  return typeof value === "number" ? value : null;
}

/** The recommendation of a sector by itself; `nodata` without one. */
export function adviceOf(recommendation: BoardRecommendation | null): Advice {
  if (!recommendation) return { action: "nodata", blockedBy: null, since: null };
  const { action, startAt, endAt, waitUntil, reasons, blockedBy, blockedSince } = recommendation;
  const run = recommendedRun(recommendation);
  if (run) return { action: "irrigate", run, startAt, endAt };
  const { rule = null, rainWait } = recommendation;
  switch (action) {
    case "wait":
      return {
        action,
        until: waitUntil,
        rainMm: rainWait?.rainMm ?? expectedRain(reasons),
        drainsMm: rainWait ? null : reasonValue(reasons, "drains"),
        roomMm: rule === "roomForRain" ? reasonValue(reasons, rule) : null,
        leastMm: rule === "roomForRain" || rule === "leastDepth" ? reasonValue(reasons, "leastDepth") : null,
        otherwiseMm: recommendation.otherwiseMm ?? null,
        isDelayed: rule === null ? rainWait != null : rule !== "later",
      };
    case "nodata":
      return blockedBy === "contradicted" ? { action: "check" } : { action, blockedBy, since: blockedSince };
    default:
      return { action: "none", rule, until: waitUntil };
  }
}

/** The advice of a machine's run in today's plan. */
export function adviceOfRun(item: PlanItem): Advice {
  const run = plannedRun(item);
  if (item.underWay) return { action: "running", run, endAt: item.endAt };
  return { action: "irrigate", run, startAt: item.startAt, endAt: item.endAt };
}

/**
 * The recommendation of a sector, with the hours of the run that waters it. A sector keeps its own depth and setting,
 * which a shared run has already set. A run under way replaces any advice, also that of a sector that needs nothing more,
 * because the machine waters it all the same.
 */
export function adviceInRun(recommendation: BoardRecommendation | null, item: PlanItem | null): Advice {
  if (item?.underWay) return adviceOfRun(item);
  const own = adviceOf(recommendation);
  return own.action === "irrigate" && item ? { ...own, startAt: item.startAt, endAt: item.endAt } : own;
}

/**
 * The recommendation of a machine: its run in the plan; without one that of its most urgent sector, with the hours and
 * the money of all sectors that need water, because the machine waters them in one run.
 */
export function adviceOfMachine(
  mostUrgent: BoardRecommendation | null,
  sectors: readonly (BoardRecommendation | null)[],
  item: PlanItem | null,
): Advice {
  if (item && (sectors.length > 1 || item.underWay)) return adviceOfRun(item);
  const own = adviceInRun(mostUrgent, item);
  if (own.action !== "irrigate") return own;
  return { ...own, run: machineRun(sectors.flatMap((one) => recommendedRun(one) ?? [])) ?? own.run };
}

function expectedRain(reasons: readonly Reason[]): number | null {
  const rain = reasonValue(reasons, "rainForecast");
  return rain !== null && rain > 0 ? rain : null;
}

/** The clock of a farm: its zone and its day. */
export interface FarmToday {
  timeZone: string;
  today: FarmDay;
}

/** What to do with a run that is not under way: `Irrigar hoje`, or `Irrigar` when it begins on a later day. */
export function irrigateWords({ run, startAt }: Irrigate, { timeZone, today }: FarmToday): string {
  if (run.hoursToday === 0) return adviceText.leftOut;
  return beginsLater(startAt, { timeZone, today }) ? adviceText.irrigateLater : adviceText.irrigate;
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
export function adviceReasons(advice: Advice): string[] {
  if (advice.action === "none") {
    const why = adviceText.nothing[advice.rule ?? ""];
    if (why === undefined) return [];
    const day = advice.until && formatShortDay(advice.until);
    if (!day) return [why];
    return advice.rule === "enough" ? [adviceText.enoughUntil(day)] : [why, adviceText.decidedOn(day)];
  }
  if (advice.action !== "wait") return [];
  const { waits, otherwise } = adviceText;
  const amounts = [
    [advice.drainsMm, waits.drains],
    [advice.roomMm, waits.roomForRain],
    [advice.leastMm, waits.leastDepth],
    [advice.roomMm === null ? advice.rainMm : null, waits.rain],
    [advice.otherwiseMm, otherwise],
  ] as const;
  return amounts.flatMap(([mm, words]) => (mm === null ? [] : [words(formatDepth(mm))]));
}

/** Whether water is missing that is not given: such a sector is among those that need something. */
export const isWithheld = (advice: Advice): boolean =>
  advice.action === "wait"
    ? advice.isDelayed
    : advice.action === "none" && advice.rule !== null && !["enough", "fallow", "harvestPending"].includes(advice.rule);

/**
 * The advice in one line: `Irrigar hoje: 2 × 16,4 mm · 32 % no painel`, `Irrigar (amanhã 05:11): 12 mm · 29 % no painel`, `Regando, 1 volta a 16 %, até sex 02:00`, `Aguardar até
 * 24/11; se não chover, 12 mm`.
 */
export function adviceLine(advice: Advice, farm: FarmToday): string {
  const { timeZone, today } = farm;
  switch (advice.action) {
    case "irrigate": {
      const when = beginsLater(advice.startAt, farm) ? ` (${farmClock(advice.startAt, timeZone, today)})` : "";
      return `${irrigateWords(advice, farm)}${when}: ${runWords(advice.run)}`;
    }
    case "running":
      return [
        adviceText.running,
        passWords(advice.run),
        advice.endAt && adviceText.until(farmClock(advice.endAt, timeZone, today)),
      ]
        .filter(Boolean)
        .join(", ");
    case "wait":
    case "none":
      return [leadWords(advice), ...adviceReasons(advice)].join("; ");
    default:
      return adviceText[advice.action];
  }
}

/** `Aguardar até 24/11` or `Não irrigar`. */
export function leadWords(advice: Extract<Advice, { action: "wait" | "none" }>): string {
  if (advice.action === "none") return adviceText.none;
  return advice.until ? adviceText.waitUntil(formatShortDay(advice.until)) : adviceText.wait;
}
