import { type FarmDay, isFarmDay } from "@lamina/shared/core/farm-time";
import { TimeOfDay } from "@lamina/shared/core/record";

/** `5/11/2026`, `05/11/2026 8:00`, `2026-11-05 08:00:00`: the formats of spreadsheets and users, for the whole cell. */
const WRITTEN =
  /^(?:(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})|(?<iso>\d{4}-\d{2}-\d{2}))(?:[ T]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2})?)?$/;

/**
 * The day and the time of day (`00:00` if missing) in a cell. Undefined for an invalid cell, also when a part of it is
 * valid.
 */
export function readDay(cell: string): { day: FarmDay; time: string } | undefined {
  const found = WRITTEN.exec(cell)?.groups;
  if (!found) return undefined;
  const two = (digits: string | undefined) => (digits ?? "").padStart(2, "0");
  const day = found.iso ?? `${found.year}-${two(found.month)}-${two(found.day)}`;
  const time = `${two(found.hour)}:${two(found.minute)}`;
  return isFarmDay(day) && TimeOfDay.safeParse(time).success ? { day, time } : undefined;
}
