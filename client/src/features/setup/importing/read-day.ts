import { type FarmDay, isFarmDay } from "@lamina/shared/core/farm-time";
import { TimeOfDay } from "@lamina/shared/core/record";
import { SECOND_MS } from "@lamina/shared/core/time";

/** `5/11/2026`, `05/11/2026 8:00`, `2026-11-05 08:00:00`: the formats of spreadsheets and users, for the whole cell. */
const WRITTEN =
  /^(?:(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})|(?<iso>\d{4}-\d{2}-\d{2}))(?:[ T]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<part>\d{1,3}))?)?)?$/;

/**
 * The day, the time of day (`00:00` if missing) and its ms within the minute in a cell. Undefined for an invalid cell, also when a part of it is
 * valid.
 */
export function readDay(cell: string): { day: FarmDay; time: string; ms: number } | undefined {
  const found = WRITTEN.exec(cell)?.groups;
  if (!found) return undefined;
  const two = (digits: string | undefined) => (digits ?? "").padStart(2, "0");
  const day = found.iso ?? `${found.year}-${two(found.month)}-${two(found.day)}`;
  const time = `${two(found.hour)}:${two(found.minute)}`;
  const [second, part] = [Number(found.second ?? 0), Number((found.part ?? "").padEnd(3, "0"))];
  const isValid = isFarmDay(day) && TimeOfDay.safeParse(time).success && second < 60;
  return isValid ? { day, time, ms: second * SECOND_MS + part } : undefined;
}
