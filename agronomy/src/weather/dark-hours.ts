import type { Hours } from "./hours.ts";

/** A pyranometer that is silent in the dark is silent at twilight too: in hours below this part of the brightest one. */
const TWILIGHT_OF_BRIGHTEST = 0.4;

/** Whether the sun is low or down in an hour. @param ra extraterrestrial radiation of each hour */
export const isTwilight = (ra: readonly number[], hour: number): boolean =>
  (ra[hour] ?? 0) < TWILIGHT_OF_BRIGHTEST * Math.max(...ra);

/**
 * Radiation with 0 in the hours in which a pyranometer is silent because it is dark. Such a silence covers a night to its
 * end and no bright hour, and other sensors of the station report in it.
 * @param ra extraterrestrial radiation of each hour, MJ/m²
 * @param isHeard whether another sensor of the station reported in an hour
 */
export function withDarkHours(hours: Hours, ra: readonly number[], isHeard: (hour: number) => boolean): Hours {
  const filled = [...hours];
  for (let from = 0; from < hours.length; from++) {
    if (hours[from] !== undefined) continue;
    let end = from;
    while (end < hours.length && hours[end] === undefined) end++;
    const silence = Array.from({ length: end - from }, (_, index) => from + index);
    const isDark = silence.some((hour) => ra[hour] === 0) && silence.every((hour) => isTwilight(ra, hour));
    if (isDark) for (const hour of silence.filter(isHeard)) filled[hour] = { mean: 0, min: 0, max: 0 };
    from = end;
  }
  return filled;
}
