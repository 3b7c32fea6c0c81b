import * as z from "zod";
import { NOTE_MAX } from "./limits.ts";
import { isVisibleLine } from "./storable-text.ts";

declare module "zod" {
  interface GlobalMeta {
    unit?: string;
    /** The type that a value usually has, where the schema accepts others. */
    usual?: "number";
  }
}

/** An id of the API: opaque, not empty. */
export const Id = z.string().min(1).max(64);
/** Years that a date may have. Any other is a typing error or a broken clock, and some databases cannot store it. */
const YEARS = /^(19|20|21)\d\d-/;
/** A moment, ISO-8601 in UTC or with an offset. */
export const Moment = z.iso.datetime({ offset: true, abort: true }).regex(YEARS);
/**
 * When a value becomes stale, judged by the API with the client's limits; screens only compare it with their clock.
 * Null when there is no value; missing when the API does not send it.
 */
export const StaleAt = Moment.nullish();
/** A day of the farm, `YYYY-MM-DD` in the farm's time zone. */
export const Day = z.iso.date({ abort: true }).regex(YEARS);
/** A time of day of the farm, `HH:MM`. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** One line, because names are parts of mails and of files. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .refine(isVisibleLine, { params: { id: "invalid-character" } });
export const Note = z.string().trim().max(NOTE_MAX);

/**
 * A number with its unit and range. The unit is carried into the API's documentation and the forms. Both limits are one
 * check and the unit is registered, because `min`, `max` and `meta` each copy the schema.
 */
export function quantity(unit: string, min: number, max: number) {
  return z.number().check(z.gte(min), z.lte(max)).register(z.globalRegistry, { unit });
}

export const Latitude = quantity("°", -90, 90);
export const Longitude = quantity("°", -180, 180);
/** Brazil's extent (domain, 7). */
export const BrazilLatitude = quantity("°", -34, 6);
export const BrazilLongitude = quantity("°", -74, -34);
/** 0° is north, clockwise (domain, 2). */
export const Angle = quantity("°", 0, 360);
export const Percent = quantity("%", 0, 100);

/** The fields of every record (domain, 10). */
const base = {
  _id: Id,
  clientId: Id,
  createdAt: Moment,
  updatedAt: Moment,
  active: z.boolean(),
};

/** The schema of a stored record: the fields of every record and its own. A real API may send more. */
export function storedRecord<Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) {
  return z.looseObject({ ...base, ...fields.shape });
}
