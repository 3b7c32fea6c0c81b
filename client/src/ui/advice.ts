import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { PlanItem } from "@lamina/shared/records/day-plan";
import type { BoardRecommendation, Reason } from "@lamina/shared/records/recommendation";
import { machineRun, plannedRun, type RunFigures, recommendedRun } from "@lamina/shared/records/run-figures";
import { adviceText } from "./diagrams/advice-text.ts";
import { farmClock } from "./farm-clock.ts";
import { formatShortDay } from "./format.ts";
import { passWords, runWords } from "./run-words.ts";

/** A run that is to begin. */
interface Irrigate {
  action: "irrigate";
  run: RunFigures;
  startAt: string | null;
  endAt: string | null;
}

/** The recommended action, the same on every screen. */
export type Advice =
  /** The run is under way. */
  | { action: "running"; run: RunFigures; endAt: string | null }
  | Irrigate
  /** `drainsMm`: net water that the lightest pass would lose today. */
  | {
      action: "wait";
      until: string | null;
      rainMm: number | null;
      drainsMm: number | null;
      otherwiseMm: number | null;
    }
  | { action: "none" }
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
  switch (action) {
    case "wait":
      return {
        action,
        until: waitUntil,
        rainMm: recommendation.rainWait?.rainMm ?? expectedRain(reasons),
        drainsMm: recommendation.rainWait ? null : reasonValue(reasons, "drains"),
        otherwiseMm: recommendation.otherwiseMm ?? null,
      };
    case "nodata":
      return blockedBy === "contradicted" ? { action: "check" } : { action, blockedBy, since: blockedSince };
    default:
      return { action: "none" };
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

/**
 * The advice in one line: `Irrigar hoje: 2 × 16,4 mm · 32 % no painel`, `Irrigar (amanhã 05:11): 12 mm · 29 % no painel`, `Regando, 1 volta a 16 %, até sex 02:00`, `Aguardar até
 * 24/11`.
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
      return advice.until ? adviceText.waitUntil(formatShortDay(advice.until)) : adviceText.wait;
    default:
      return adviceText[advice.action];
  }
}
