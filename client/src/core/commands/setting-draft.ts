import { addDays, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { TimeOfDay } from "@lamina/shared/core/record";
import { CommandOrder, isCompleteOrder } from "@lamina/shared/records/commands/pivot-command";
import { parseNumber } from "../../ui/parse-number.ts";
import type { Arc, CommandAsk } from "./command-ask.ts";

export const stops = ["none", "angle", "hour"] as const;

/** The setting of a start or of a change of speed, as it is typed. */
export interface SettingDraft {
  /** Whether each part of the circle has a setting of its own. */
  byArc: boolean;
  percent: string;
  rows: readonly (Arc & { percent: string })[];
  stop: (typeof stops)[number];
  stopAngle: string;
  stopTime: string;
}

/** Whether the person sets the order's speed and end. */
export const hasSetting = ({ order: { command } }: CommandAsk): boolean => command === "start" || command === "speed";

/** The draft that gives an ask's own order. */
export function draftOf({ order, arcs = [] }: CommandAsk): SettingDraft {
  const written = (percent: number | undefined) => (percent === undefined ? "" : String(percent).replace(".", ","));
  const table = order.table?.map((row) => ({ ...row, percent: written(row.percent) }));
  return {
    byArc: table !== undefined,
    percent: written(order.percent ?? order.table?.[0]?.percent),
    rows: table ?? arcs.map((arc) => ({ ...arc, percent: written(order.percent) })),
    stop: "none",
    stopAngle: "",
    stopTime: "",
  };
}

/** The order of a draft; undefined while an input is missing or no value. */
export function orderOf(
  { order }: CommandAsk,
  draft: SettingDraft,
  { now, timezone }: { now: number; timezone: string },
): CommandOrder | undefined {
  const { percent: _percent, table: _table, stopAt: _stopAt, ...rest } = order;
  const stopAt = stopOf(draft, now, timezone);
  if (stopAt === undefined) return undefined;
  const setting = draft.byArc
    ? { table: draft.rows.map((row) => ({ ...row, percent: parseNumber(row.percent, PERCENT) })) }
    : { percent: parseNumber(draft.percent, PERCENT) };
  const typed = CommandOrder.safeParse({ ...rest, ...setting, ...(stopAt !== null && { stopAt }) }).data;
  return typed && isCompleteOrder(typed) ? typed : undefined;
}

const PERCENT = [1, 100] as const;

/** Where or when the machine stops by itself; null: at its usual end, undefined: the input is no value. */
function stopOf({ stop, stopAngle, stopTime }: SettingDraft, now: number, timezone: string) {
  if (stop === "none") return null;
  if (stop === "angle") {
    const angleDeg = parseNumber(stopAngle, [0, 360]);
    return angleDeg === undefined || !(angleDeg >= 0 && angleDeg <= 360) ? undefined : { angleDeg };
  }
  if (!TimeOfDay.safeParse(stopTime).success) return undefined;
  const today = farmDay(now, timezone);
  const at = farmMoment(today, stopTime, timezone);
  // An hour that is over is that of tomorrow.
  return { at: new Date(at > now ? at : farmMoment(addDays(today, 1), stopTime, timezone)).toISOString() };
}
