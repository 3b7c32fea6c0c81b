import { addDays, type FarmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { panelPercent } from "@lamina/shared/records/run-figures";
import { outOfServiceNames } from "@lamina/shared/records/text";
import { type DecisionOf, isRun, type MachineDay } from "@lamina/shared/views/machine-day";
import { farmClock, restWords } from "../../../field/farm-clock.ts";
import { panelWords, runWords } from "../../../field/run-words.ts";
import { formatNumber } from "../../../ui/format.ts";
import { ordersText } from "./orders-text.ts";

export type Shift = keyof typeof ordersText.shifts;

/** Hours at which the night's and the day's shift end (†). */
const MORNING = "07:00";
const EVENING = "18:00";

/** A shift from now on, ms since the epoch. */
export function shiftSpan(shift: Shift, now: number, { timeZone, today }: { timeZone: string; today: FarmDay }) {
  const next = (time: string) => {
    const at = farmMoment(today, time, timeZone);
    return at > now ? at : farmMoment(addDays(today, 1), time, timeZone);
  };
  const to = shift === "next" ? now + DAY_MS : next(shift === "day" ? EVENING : MORNING);
  return { from: now, to };
}

/** A line of the sheet: a machine that is to be started, watched or stopped in a shift. */
export interface ShiftOrder {
  pivotId: string;
  sectorId: string;
  name: string;
  /** `LIGAR 21:30`, `JÁ ESTÁ REGANDO`, `PARAR AGORA`. */
  act: string;
  isRunning: boolean;
  /** What the panel is set to, by angle; one row where one setting applies. */
  settings: readonly { where: string; setting: string }[];
  passes: string;
  /** When to stop, and the rests until then. */
  until: string;
  rests: string | null;
}

interface ShiftInput {
  span: { from: number; to: number };
  timeZone: string;
  today: FarmDay;
}

/** The orders of a farm's machines in a shift, by their hour, and the machines that must not be started. */
export function shiftOrders(days: readonly MachineDay[], input: ShiftInput): { orders: ShiftOrder[]; out: string[] } {
  const runs = days.flatMap((day) => {
    const { decision } = day;
    if (!isRun(decision) || decision.isLeftOut) return [];
    const [start, end] = [decision.startAt, decision.endAt].map((moment) => (moment ? Date.parse(moment) : null));
    const isIn = (start ?? 0) < input.span.to && (end ?? Number.POSITIVE_INFINITY) > input.span.from;
    return isIn ? [{ day, decision, at: decision.isUnderWay ? 0 : (start ?? 0) }] : [];
  });
  const out = days.flatMap(({ name, decision, outOfService }) =>
    outOfService && !(isRun(decision) && decision.isUnderWay)
      ? [ordersText.out(name, outOfServiceNames[outOfService.reason])]
      : [],
  );
  return { orders: runs.sort((a, b) => a.at - b.at).map(({ day, decision }) => orderOf(day, decision, input)), out };
}

function orderOf(
  { pivotId, name, lead, pauses }: MachineDay,
  decision: DecisionOf<"run" | "stop">,
  { span, timeZone, today }: ShiftInput,
): ShiftOrder {
  const clock = (moment: string) => farmClock(moment, timeZone, today);
  const { startAt, endAt, isUnderWay, run } = decision;
  const isStop = decision.kind === "stop";
  return {
    pivotId,
    sectorId: lead.calculated,
    name,
    act: isStop
      ? ordersText.stop
      : isUnderWay || startAt === null
        ? ordersText.running
        : ordersText.start(clock(startAt)),
    isRunning: isUnderWay,
    settings: isStop ? [] : settingsOf(decision),
    passes: ordersText.passes(formatNumber(run.passes, 0), run.passes === 1),
    until: isStop
      ? ""
      : endAt === null
        ? ordersText.noEnd
        : Date.parse(endAt) > span.to
          ? ordersText.goesOn(clock(endAt))
          : ordersText.stopAt(clock(endAt)),
    rests: restWords(pauses, timeZone, today),
  };
}

function settingsOf({ table, run }: DecisionOf<"run" | "stop">): ShiftOrder["settings"] {
  if (table.length === 0) return [{ where: ordersText.whole, setting: runWords(run) }];
  return [...table]
    .sort((a, b) => a.fromDeg - b.fromDeg)
    .map(({ fromDeg, toDeg, percent }) => ({
      where: ordersText.arc(formatNumber(fromDeg, 0), formatNumber(toDeg, 0)),
      setting: panelPercent(percent) === null ? ordersText.dry : panelWords(percent),
    }));
}

/** The sheet as a message. */
export function ordersMessage(title: string, orders: readonly ShiftOrder[], notes: readonly string[]): string {
  const lines = orders.map(({ name, act, settings, passes, until, rests }, index) =>
    [
      `${index + 1}. ${name}: ${act}`,
      ...settings.map(({ where, setting }) => `   ${where}: ${setting}`),
      `   ${[passes, until, rests].filter(Boolean).join("; ")}`,
    ].join("\n"),
  );
  return [title, ...(lines.length > 0 ? lines : [ordersText.none]), ...notes].join("\n\n");
}
