import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { type DecisionOf, isRun } from "@lamina/shared/views/machine-day";
import { adviceReasons, beginsNow, reasonValue, stopReasons } from "../../../field/advice.ts";
import { farmClock } from "../../../field/farm-clock.ts";
import { MIN_BRL, MIN_HOURS } from "../../../field/risk.ts";
import { isOneSetting, shortDialWords } from "../../../field/run-words.ts";
import { text as farmText } from "../../../field/text.ts";
import { formatBrl, formatDepth, formatNumber, formatShortDay, formatTime, formatWeekday } from "../../../ui/format.ts";
import { duration } from "../amounts.ts";
import type { SectorAction } from "../view-params.ts";
import type { MachineToday } from "./machines-today.ts";
import { orderText } from "./order-text.ts";
import { sentenceOf } from "./sentence.ts";

/** The order for a machine, one fact a place, in words. Null where the decision has none. */
export interface DayOrder {
  /** `LIGAR`, and its hour: `21:11`. */
  state: string;
  hour: string | null;
  /** The setting of the panel, or without a panel the depth. */
  dial: string | null;
  isPanel: boolean;
  /** The gross depth of a pass, where one setting applies. */
  depth: string | null;
  passes: string | null;
  /** Why no water is given, in place of the setting. */
  note: string | null;
  until: string | null;
  hours: string | null;
  /** Of the plan's 24 hours, and of all where that is more. */
  todayBrl: number | null;
  whole: string | null;
  lossBrl: number | null;
  late: string | null;
  act: { words: string; action: SectorAction };
}

interface Context {
  today: FarmDay;
  now: number;
  pivot(id: string): string;
}

const NOTHING = {
  ...{ hour: null, dial: null, isPanel: false, depth: null, passes: null, note: null, until: null, hours: null },
  ...{ todayBrl: null, whole: null, lossBrl: null, late: null },
};

export function dayOrder(machine: MachineToday, context: Context): DayOrder {
  const { unit, stage } = machine;
  const { decision, farm } = unit;
  const { states, acts } = orderText;
  if (isRun(decision)) return runOrder(machine, decision, context);
  if (decision.kind === "wait") {
    const hour = decision.until && orderText.until(dayWords(decision.until, farmDay(context.now, farm.timezone)));
    const note = adviceReasons(decision).join("; ");
    return { ...NOTHING, state: states.wait, hour, note, act: { words: acts.rain, action: "rain" } };
  }
  const { what, when } = sentenceOf(machine, context);
  const isMissingRain = unit.sectors.some(({ recommendation }) => (recommendation?.missingRain?.days.length ?? 0) > 0);
  return {
    ...NOTHING,
    state: stage === "nodata" ? states.nodata : states.none,
    note: [what, ...when].join("; "),
    act: isMissingRain ? { words: acts.rain, action: "rain" } : { words: acts.watering, action: "watering" },
  };
}

/** The end and the hours of the run have their own places, so that the name of a machine that waits has room on a phone. */
function stopNote(decision: DecisionOf<"stop">): string {
  const otherwise = decision.waiting ? [] : [orderText.otherwise(duration(decision.hoursLeft))];
  return [...stopReasons(decision), ...otherwise].join("; ");
}

function runOrder({ unit }: MachineToday, decision: DecisionOf<"run" | "stop">, { today, now }: Context): DayOrder {
  const { day, farm } = unit;
  const { run, startAt, endAt, isUnderWay, commandedBy } = decision;
  const { states, acts } = orderText;
  const clock = (moment: string) => farmClock(moment, farm.timezone, today);
  // Within 24 hours an hour names its day; later the day is enough here, because the end has its own place.
  const soon = (moment: string) =>
    Date.parse(moment) - now < DAY_MS
      ? formatTime(moment, farm.timezone)
      : dayWords(farmDay(Date.parse(moment), farm.timezone), farmDay(now, farm.timezone));
  const isStop = decision.kind === "stop";
  const dial = shortDialWords(decision, day.sectors);
  const depth =
    run.depthPerPassMm !== null && isOneSetting(decision) ? orderText.gross(formatDepth(run.depthPerPassMm)) : null;
  const from = isUnderWay ? now : Date.parse(startAt ?? "");
  const hours = endAt === null || Number.isNaN(from) ? null : Math.max(0, (Date.parse(endAt) - from) / HOUR_MS);
  const late = reasonValue(day.reasons, "late");
  const { todayBrl, wholeBrl, lossBrl } = day.money;
  const hour = isStop || (startAt !== null && beginsNow(startAt, now)) ? orderText.now : startAt && clock(startAt);
  return {
    state: isStop ? states.stop : isUnderWay ? states.running : commandedBy ? states.commanded : states.run,
    hour: isStop || !isUnderWay ? hour : endAt && orderText.until(soon(endAt)),
    dial: dial ?? depth,
    isPanel: dial !== null,
    depth: dial === null ? null : depth,
    passes: orderText.passes(formatNumber(run.passes, 0), run.passes === 1),
    note: isStop ? stopNote(decision) : null,
    until: endAt && clock(endAt),
    hours: hours === null ? null : (isUnderWay ? orderText.left : orderText.hours)(formatNumber(hours, 0)),
    todayBrl,
    whole:
      wholeBrl !== null && formatBrl(wholeBrl) !== formatBrl(todayBrl) ? orderText.whole(formatBrl(wholeBrl)) : null,
    lossBrl: lossBrl !== null && lossBrl >= MIN_BRL ? lossBrl : null,
    late: late !== null && late >= MIN_HOURS ? farmText.late(formatNumber(late, 0)) : null,
    act: isStop
      ? { words: acts.stopped, action: "watering" }
      : isUnderWay
        ? { words: acts.watering, action: "watering" }
        : { words: acts.started, action: "started" },
  };
}

/** Days ahead that have the name of their weekday. */
const WEEKDAYS_AHEAD = 6;

/** A day ahead: `amanhã`, `sáb`, `03/12`. */
export function dayWords(day: FarmDay, today: FarmDay): string {
  if (day === addDays(today, 1)) return orderText.tomorrow;
  return day > today && day <= addDays(today, WEEKDAYS_AHEAD) ? formatWeekday(day) : formatShortDay(day);
}
