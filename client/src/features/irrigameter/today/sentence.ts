import type { DecisionOf } from "@lamina/shared/views/machine-day";
import { adviceReasons, beginsLater, beginsNow, leadWords, leftOutWords, stopReasons } from "../../../field/advice.ts";
import { adviceText } from "../../../field/advice-text.ts";
import { farmClock, farmSpan, restWords } from "../../../field/farm-clock.ts";
import { dialWords, isOneSetting, passWords, runWords } from "../../../field/run-words.ts";
import { formatBrl, formatNumber } from "../../../ui/format.ts";
import { duration } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { blockedWords } from "../card/advice-line.tsx";
import { onlyWatered } from "../card/recommendation.ts";
import { outWords } from "../out/out-words.ts";
import { partWords } from "../plan/part-words.ts";
import { planReasons } from "../plan/plan-reasons.ts";
import { text } from "../text.ts";
import type { MachineToday } from "./machines-today.ts";
import { orderText } from "./order-text.ts";
import { todayText } from "./today-text.ts";

/** A sentence about a machine: its action, its time and its cost. */
interface Sentence {
  /** The action with its figure; short, so that a small screen with large text shows it whole. */
  what: string;
  /** Where the machine does it: the sectors that are watered. */
  where: string[];
  when: string[];
  money: string | null;
  /** Why the machine does not run, below the sentence. */
  why?: string[];
}

interface Context {
  today: string;
  now: number;
  /** The name of a machine. */
  pivot(id: string): string;
}

/** `regando, 2 voltas a 16 %, até sex 02:00, R$ 310 hoje, R$ 980 no total`, as separate parts. */
export function sentenceOf(machine: MachineToday, context: Context): Sentence {
  const { unit, stage, asking } = machine;
  const { decision, day } = unit;
  const { timezone: timeZone } = unit.farm;
  const names = { pivot: context.pivot, timeZone, today: context.today };
  const out = outWords(day, names);
  if (out) return { ...NOTHING, ...out, why: [...out.why, ...lossWords(day, names)] };
  if (decision.kind === "run") return runSentence(unit, decision, context);
  if (decision.kind === "stop") return stopSentence(decision);
  if (stage === "nodata" && day.reasons.length > 0)
    return { ...NOTHING, what: planReasons(day.reasons, names).join(", ") };
  if (decision.kind === "wait" || (decision.kind === "none" && asking.length === 0))
    return { ...NOTHING, what: leadWords(decision), when: adviceReasons(decision) };
  if (decision.kind === "blocked" && decision.by && decision.by !== "contradicted")
    return { ...NOTHING, what: text.blocked(blockedWords(decision.by, decision.since, timeZone, context.today)) };
  return { ...NOTHING, what: stage === "ask" ? todayText.ask : adviceText.nodata };
}

/** What the machine loses without water. */
const lossWords = (day: IrrigationCard["day"], names: Parameters<typeof planReasons>[1]) =>
  planReasons(
    day.reasons.filter(({ key }) => key === "lossUnwatered"),
    names,
  );

const NOTHING = { where: [], when: [], money: null };

/** `pare agora, economiza R$ 600, arrisca R$ 40`, with the rain, and the hours and today's money of going through. */
function stopSentence(decision: DecisionOf<"stop">): Sentence {
  const { savedBrl, riskedBrl, hoursLeft, run } = decision;
  const money = adviceText.stop.money(formatBrl(savedBrl), formatBrl(riskedBrl));
  return {
    what: todayText.stop,
    where: [],
    when: [...stopReasons(decision).slice(0, -1), text.hoursLeft(duration(hoursLeft)), moneyOf(run) ?? []].flat(),
    money,
  };
}

function runSentence(unit: IrrigationCard, decision: DecisionOf<"run">, context: Context): Sentence {
  const { timezone: timeZone } = unit.farm;
  const clock = (moment: string) => farmClock(moment, timeZone, context.today);
  const names = { pivot: context.pivot, timeZone, today: context.today };
  const { run, startAt, endAt } = decision;
  if (decision.isUnderWay)
    return {
      what: [todayText.running, passWords(run)].filter(Boolean).join(", "),
      where: [],
      when: endAt ? [todayText.until(clock(endAt))] : [],
      money: moneyOf(run),
    };
  const dial = isOneSetting(decision) ? null : dialWords(decision, unit.day.sectors);
  const amount =
    dial === null ? runWords(run) : [dial, orderText.passes(formatNumber(run.passes, 0), run.passes === 1)].join(", ");
  if (decision.isLeftOut)
    return {
      what: `${lowerFirst(leftOutWords(decision))}: ${amount}`,
      where: [],
      when: startAt ? [todayText.outFrom(clock(startAt))] : [],
      why: planReasons(
        unit.day.reasons.filter(({ key }) => !UNTOLD.includes(key)),
        names,
      ),
      money: run.costBrl === null ? null : todayText.wouldCost(formatBrl(run.costBrl)),
    };
  const isNow = startAt !== null && beginsNow(startAt, context.now);
  const part = unit.planned && partWords(unit.planned, names);
  const span =
    startAt && endAt && (isNow ? text.startNow(clock(endAt)) : farmSpan(startAt, endAt, timeZone, context.today));
  return {
    what: amount,
    where: dial === null ? [onlyWatered(decision.sectorIds, unit.sectors) ?? []].flat() : [],
    when: [span, restsOf(unit.planned?.pauses, names), part].flatMap((words) => words || []),
    money: moneyOf(run, beginsLater(startAt, names)),
  };
}

/** The first rest of a run, and how many follow: the plan has them all. */
function restsOf(pauses: Parameters<typeof restWords>[0], { timeZone, today }: { timeZone: string; today: string }) {
  const [first, ...others] = pauses ?? [];
  const words = first && restWords([first], timeZone, today);
  return words && others.length > 0 ? `${words} ${todayText.moreRests(others.length)}` : words;
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** Reasons that the order of the list or the sentence already shows. */
export const UNTOLD = ["order", "hoursToCritical", "late", "tariff", "startsLater"];

/** Money of today's part and of all. Today's plan reaches into tomorrow, so a run of tomorrow may have a part of it. */
function moneyOf({ costBrl, costTodayBrl }: DecisionOf<"run">["run"], isLater = false): string | null {
  if (costTodayBrl === null) return costBrl === null ? null : formatBrl(costBrl);
  const [today, whole] = [formatBrl(costTodayBrl), formatBrl(costBrl)];
  const part = isLater ? todayText.planCost(today) : todayText.onlyCost(today);
  return costBrl === null || today === whole ? part : todayText.costs(part, whole);
}
