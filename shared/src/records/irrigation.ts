import * as z from "zod";
import { Day, Id, Moment, Note, quantity, storedRecord } from "../core/record.ts";
import { DAY_MS, HOUR_MS } from "../core/time.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";
import { PhotoId } from "./field-note.ts";

/** Where the record of a watering comes from. */
export const WateringSource = z.enum(["manual", "telemetry", "detected", "plan"]);

const LONGEST_WATERING_HOURS = 240;

/** Own fields of a watering. One of `grossMm`, `percent` or `hours` is given, the API computes the others. */
export const WateringFields = z.object({
  sectorId: Id,
  start: Moment,
  end: Moment.nullish(),
  grossMm: quantity("mm", 0.1, 100).optional(),
  percent: quantity("%", 1, 100).optional(),
  hours: quantity("h", 0.1, LONGEST_WATERING_HOURS).optional(),
  reason: z.string().trim().max(120).optional(),
  note: Note.optional(),
  photoId: PhotoId,
  /** Not applied yet when it was written: it counts once telemetry or a person confirms it. */
  planned: z.boolean().optional(),
});

/** A run as a person records it: the API stores a watering for each of its sectors. */
export const WateringRun = WateringFields.pick({
  start: true,
  grossMm: true,
  percent: true,
  /** Of the whole run. */
  hours: true,
  note: true,
  photoId: true,
}).extend({
  /** Of one machine, in the order in which its arm waters them. */
  sectorIds: z.array(Id).min(1).max(64),
  /** `running`: what was applied until `at` is credited, and the rest is planned. */
  state: z.enum(["ended", "running"]),
  /** When a person recorded it, at most the API's present, which is the default. */
  at: Moment.optional(),
});
export type WateringRun = z.infer<typeof WateringRun>;

export const Watering = storedRecord(
  WateringFields.extend({
    grossMm: quantity("mm", 0, 100),
    netMm: quantity("mm", 0, 100),
    /** These follow from the depth or from telemetry, so the limits of what a person gives do not apply. */
    percent: quantity("%", 0, 100).nullish(),
    hours: z.number().nonnegative().meta({ unit: "h" }).nullish(),
    volumeM3: z.number().nullish(),
    source: WateringSource,
    /** Whether the panel reported the flow of the watering. */
    measured: z.boolean().optional(),
    /** Which amount a person gave: the others change with a calibration of the machine. */
    given: z.enum(["grossMm", "percent", "hours"]).nullish(),
    userId: Id.nullish(),
  }),
);
export type Watering = z.infer<typeof Watering>;

/**
 * A detected irrigation without a record, which a person must confirm; or a flow meter that disagrees with the panel over
 * the week until `date` (evidence `meter`), with both volumes. Its answers: the meter is right, the panel is, ask again later.
 */
export const Detection = z.looseObject({
  _id: Id,
  clientId: Id,
  sectorId: Id,
  date: Day,
  estimatedMm: z.number(),
  evidence: z.enum(["probe", "pivot", "meter"]),
  risePoints: z.number().nullable(),
  meterM3: z.number().nullish(),
  panelM3: z.number().nullish(),
  state: z.enum(["open", "irrigation", "rain", "ignored", "meter", "panel", "check"]),
});
export type Detection = z.infer<typeof Detection>;
export const DetectionResolve = z.object({
  _id: Id,
  as: z.enum(["irrigation", "rain", "ignored", "meter", "panel", "check"]),
  mm: quantity("mm", 0, 100).optional(),
});
export type DetectionResolve = z.infer<typeof DetectionResolve>;

/** Days of which a meter and a panel are compared, and after which `check` is asked again (†). */
export const METER_DAYS = 7;

/** Answers to a question of each evidence. */
export const DETECTION_ANSWERS: Readonly<Record<Detection["evidence"], readonly DetectionResolve["as"][]>> = {
  probe: ["irrigation", "rain", "ignored"],
  pivot: ["irrigation", "rain", "ignored"],
  meter: ["meter", "panel", "check"],
};

/** Domain, 7: how many days ahead a watering may be planned. */
const PLANNING_DAYS = 7;
/** Maximum duration of a single watering: that of the slowest revolution. */
export const LONGEST_WATERING_MS = LONGEST_WATERING_HOURS * HOUR_MS;
/** Two records of one sector within this time describe the same watering, because people write down approximate times. */
export const SAME_WATERING_MS = 6 * HOUR_MS;

/** A watering in time, ms since 1970 UTC. */
interface WateringSpan {
  startAt: number;
  endAt: number;
}

/** From the start to the given end, else for the given hours. */
export function wateringSpan(watering: {
  start: Date | string;
  end?: Date | string | null | undefined;
  hours?: number | null | undefined;
}): WateringSpan {
  const startAt = new Date(watering.start).getTime();
  const endAt = watering.end ? new Date(watering.end).getTime() : startAt + (watering.hours ?? 0) * HOUR_MS;
  return { startAt, endAt };
}

/** Whether two records of one sector describe the same watering. */
export function isSameWatering(one: WateringSpan, other: WateringSpan): boolean {
  return one.startAt <= other.endAt + SAME_WATERING_MS && one.endAt >= other.startAt - SAME_WATERING_MS;
}

/** How far back a sector's card in the irrigâmetro lists its waterings. */
export const RECENT_WATERINGS_MS = 48 * HOUR_MS;

/** The fields that may give the amount of a watering, the deciding one first. */
export const WATERING_AMOUNTS = ["grossMm", "percent", "hours"] as const;

/** Rules on a watering whose fields are each valid, at a moment in ms since 1970 UTC. */
export function checkWatering(fields: Partly<z.output<typeof WateringFields>>, now: number): BrokenRule[] {
  const [start, end] = [Date.parse(fields.start ?? ""), Date.parse(fields.end ?? "")];
  const rules: BrokenRule[] = [];
  if (WATERING_AMOUNTS.every((amount) => fields[amount] === undefined))
    rules.push({ field: "grossMm", id: "required", anyOf: WATERING_AMOUNTS });
  if (start > now + PLANNING_DAYS * DAY_MS) rules.push({ field: "start", id: "too-far-ahead", maximum: PLANNING_DAYS });
  if (end < start) rules.push({ field: "end", id: "before-start" });
  // The depth is spread over the hours of the watering: an end that is years away would cost too much computation.
  if (end - start > LONGEST_WATERING_MS)
    rules.push({ field: "end", id: "too-long", maximum: LONGEST_WATERING_MS / DAY_MS });
  return rules;
}
