import * as z from "zod";
import { addDays, farmDay, farmMoment } from "../core/farm-time.ts";
import { Day, Id, TimeOfDay } from "../core/record.ts";
import type { BrokenRule } from "../rules/rule.ts";
import { BalanceAdjust } from "./balance.ts";
import { FieldNoteFields } from "./field-note.ts";
import { DetectionResolve, WATERING_AMOUNTS, WateringFields } from "./irrigation.ts";
import { RainFields } from "./weather.ts";

// What a person enters at a machine, with the ranges of the records that follow from it.

/** "Registrar chuva": the reading of a gauge, for the farm or for one sector. */
export const RainEntry = RainFields.pick({ date: true, mm: true, note: true }).extend({
  where: z.enum(["farm", "sector"]),
});

/** The gross depth of a detected irrigation. */
export const DetectionEntry = z.object({ mm: DetectionResolve.shape.mm.unwrap() });

/** "Anotar". */
export const NoteEntry = FieldNoteFields.pick({ note: true });

/** "Ajustar déficit": up to the water that the soil of the sector can store. */
export function adjustEntry(tawMm = Number.POSITIVE_INFINITY) {
  const { drMm, reason } = BalanceAdjust.shape;
  return z.object({ drMm: drMm.unwrap().max(tawMm), reason });
}

/** The state of the run that a person records. */
export const RunMoment = z.enum(["ended", "running", "starting"]);
export type RunMoment = z.infer<typeof RunMoment>;
/** The way to enter the amount of a run. The API computes the others. */
export const AmountKind = z.enum(WATERING_AMOUNTS);
export type AmountKind = z.infer<typeof AmountKind>;

/** "Irriguei": a run and its amount. The day and time of one that starts now do not count. */
export function runEntry(moment: RunMoment, kind: AmountKind) {
  const isNow = moment === "starting";
  return z.object({
    moment: RunMoment,
    kind: AmountKind,
    amount: WateringFields.shape[kind].unwrap(),
    sectorIds: z.array(Id).min(1),
    day: isNow ? Day.optional().catch(undefined) : Day,
    time: isNow ? TimeOfDay.optional().catch(undefined) : TimeOfDay,
    note: WateringFields.shape.note,
  });
}
export type RunEntry = z.infer<ReturnType<typeof runEntry>>;

/** The start of a run in ms since 1970 UTC. */
export function runStart({ moment, day, time }: RunEntry, timeZone: string, now: number): number {
  return moment !== "starting" && day && time ? farmMoment(day, time, timeZone) : now;
}

/** Rules on a rain with valid fields, on a day of its farm. */
export function checkRainEntry({ date }: Pick<z.infer<typeof RainEntry>, "date">, today: string): BrokenRule[] {
  return dayRules("date", date, today);
}

/** Rules on a run with valid fields, at a moment in ms since 1970 UTC. */
export function checkRunEntry(entry: RunEntry, timeZone: string, now: number): BrokenRule[] {
  const start = runStart(entry, timeZone, now);
  if (start > now) return [{ field: "day", id: "to-come" }];
  return dayRules("day", farmDay(start, timeZone), farmDay(now, timeZone));
}

function dayRules(field: string, day: string, today: string): BrokenRule[] {
  if (day > today) return [{ field, id: "to-come" }];
  return day < addDays(today, -OLDEST_DAYS) ? [{ field, id: "too-old" }] : [];
}

/** An older day is a mistyped year, which would put the record where users do not see it. */
const OLDEST_DAYS = 365;
