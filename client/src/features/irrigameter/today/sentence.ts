import { plannedRun } from "@lamina/shared/records/run-figures";
import { adviceReasons, beginsLater, beginsNow, leadWords } from "../../../field/advice.ts";
import { adviceText } from "../../../field/advice-text.ts";
import { farmClock, farmSpan } from "../../../field/farm-clock.ts";
import { passWords, runWords } from "../../../field/run-words.ts";
import { formatBrl } from "../../../ui/format.ts";
import { blockedWords } from "../card/advice-line.tsx";
import { onlyWatered, tableRun } from "../card/recommendation.ts";
import { partWords } from "../plan/part-words.ts";
import { planReasons } from "../plan/plan-reasons.ts";
import { text } from "../text.ts";
import type { MachineToday } from "./machines-today.ts";
import { todayText } from "./today-text.ts";

/** A sentence about a machine: its action, its time and its cost. */
interface Sentence {
  /** The action with its figure; short, so that a small screen with large text shows it whole. */
  what: string;
  /** Where the machine does it: the settings by sector, the sectors that are watered. */
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
  const { unit, advice, item, left } = machine;
  const { timezone: timeZone } = unit.farm;
  const clock = (moment: string) => farmClock(moment, timeZone, context.today);
  const names = { pivot: context.pivot, timeZone, today: context.today };
  if (advice.action === "running") {
    const setting = passWords(advice.run);
    return {
      what: [todayText.running, setting].filter(Boolean).join(", "),
      where: [],
      when: advice.endAt ? [todayText.until(clock(advice.endAt))] : [],
      money: moneyOf(advice.run),
    };
  }
  if (advice.action === "irrigate") {
    const run = item ? plannedRun(item) : advice.run;
    const rows = (tableRun(unit)?.shares ?? []).filter(({ percent }) => percent !== null).length;
    const setting = runWords(run);
    const table = run.percent === null && rows > 0 ? [todayText.table(rows)] : [];
    if (machine.stage === "out")
      return {
        what: `${todayText.out}: ${setting}`,
        where: table,
        when: left?.startAt ? [todayText.outFrom(clock(left.startAt))] : [],
        why: planReasons(
          (left?.reasons ?? []).filter(({ key }) => !UNTOLD.includes(key)),
          names,
        ),
        money: run.costBrl === null ? null : todayText.wouldCost(formatBrl(run.costBrl)),
      };
    const [start, end] = [advice.startAt, advice.endAt];
    const isNow = start !== null && beginsNow(start, context.now);
    const isToday = !beginsLater(start, names);
    const part = item && partWords(item, names);
    return {
      what: setting,
      where: [...table, onlyWatered(unit) ?? []].flat(),
      when: [
        ...(start && end ? [isNow ? text.startNow(clock(end)) : farmSpan(start, end, timeZone, context.today)] : []),
        ...(part ? [part] : []),
      ],
      money: moneyOf(isToday ? run : { ...run, costTodayBrl: null }),
    };
  }
  if (machine.stage === "nodata" && left)
    return { what: planReasons(left.reasons, names).join(", "), where: [], when: [], money: null };
  if (advice.action === "wait" || (advice.action === "none" && machine.asking.length === 0))
    return { what: leadWords(advice), where: [], when: adviceReasons(advice), money: null };
  if (advice.action === "nodata" && advice.blockedBy)
    return {
      what: text.blocked(blockedWords(advice.blockedBy, advice.since, timeZone, context.today)),
      where: [],
      when: [],
      money: null,
    };
  const isAsked = advice.action === "check" || machine.asking.length > 0;
  return { what: isAsked ? todayText.ask : adviceText.nodata, where: [], when: [], money: null };
}

/** Reasons that the order of the list or the sentence already shows. */
export const UNTOLD = ["order", "hoursToCritical", "late", "tariff", "startsLater"];

function moneyOf({ costBrl, costTodayBrl }: { costBrl: number | null; costTodayBrl: number | null }): string | null {
  if (costTodayBrl === null) return costBrl === null ? null : formatBrl(costBrl);
  const [today, whole] = [formatBrl(costTodayBrl), formatBrl(costBrl)];
  return costBrl === null || today === whole ? todayText.onlyCost(today) : todayText.costs(today, whole);
}
