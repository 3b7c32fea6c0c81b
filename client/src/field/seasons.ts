import { addDays, daysBetween, type FarmDay } from "@lamina/shared/core/farm-time";

/** A season of a sector. `end` is null while it is open. */
export interface Planted {
  sectorId: string;
  /** The crop's id or name. */
  crop: string;
  start: FarmDay;
  end: FarmDay | null;
}

/** The last season of a sector with the same crop before this one, because other crops need other water. */
export function sameCropBefore<Season extends Planted>(current: Planted, seasons: readonly Season[]): Season | null {
  return (
    seasons
      .filter(
        ({ sectorId, crop, start }) => sectorId === current.sectorId && crop === current.crop && start < current.start,
      )
      .sort((one, other) => other.start.localeCompare(one.start))[0] ?? null
  );
}

interface Days {
  from: FarmDay;
  to: FarmDay;
}

/**
 * The days of an earlier season as many days after planting as those of this one, to its end at most. Null where the
 * earlier season was shorter, or this one has no day in the period.
 */
export function sameDaysOf(current: Planted, period: Days, earlier: Planted): Days | null {
  const from = period.from > current.start ? period.from : current.start;
  const to = current.end && current.end < period.to ? current.end : period.to;
  if (to < from) return null;
  const first = addDays(earlier.start, daysBetween(current.start, from));
  const last = addDays(earlier.start, daysBetween(current.start, to));
  const end = earlier.end && earlier.end < last ? earlier.end : last;
  return end < first ? null : { from: first, to: end };
}
