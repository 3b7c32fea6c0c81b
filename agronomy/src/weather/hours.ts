export interface HourValue {
  mean: number;
  min: number;
  max: number;
}

/** Consecutive hours of one sensor; undefined for an hour without readings. */
export type Hours = readonly (HourValue | undefined)[];

/**
 * Why hours of a sensor do not count as measured. `out-of-limits`, `above-clear-sky`, `step`, `persistence` and
 * `inconsistent` are refused; `clipped` counts at its limit; `gap` has no reading.
 */
export type WeatherFlag =
  | "out-of-limits"
  | "above-clear-sky"
  | "step"
  | "persistence"
  | "inconsistent"
  | "clipped"
  | "gap";

/** Hours of the farm's clock, 0 to 23, to which a flag applies. */
export interface Finding {
  flag: WeatherFlag;
  hours: number[];
}

/** Hours before and after a day that its checks and gaps use. */
export const MARGIN_HOURS = 4;
/** Hours that a day's checks receive: the day with the margin on both sides. */
export const SLOTS = 24 + 2 * MARGIN_HOURS;

/** Maximum gap between two measured hours that is interpolated, h. */
const LONGEST_BRIDGE_HOURS = 4;

/** Hours with gaps interpolated between the neighbouring hours, and the indexes of the interpolated ones. */
export function bridgeHours(hours: Hours): { hours: Hours; bridged: number[] } {
  const filled = [...hours];
  const bridged: number[] = [];
  let known = -1;
  for (let index = 0; index < hours.length; index += 1) {
    const [after, before] = [hours[index], hours[known]];
    if (after === undefined) continue;
    const gap = index - known - 1;
    if (before !== undefined && gap > 0 && gap <= LONGEST_BRIDGE_HOURS)
      for (let hour = known + 1; hour < index; hour += 1) {
        const part = (hour - known) / (gap + 1);
        const between = (key: keyof HourValue) => before[key] + part * (after[key] - before[key]);
        filled[hour] = { mean: between("mean"), min: between("min"), max: between("max") };
        bridged.push(hour);
      }
    known = index;
  }
  return { hours: filled, bridged };
}

/** The day's own 24 hours, without the margins. */
export const ofDay = <T>(slots: readonly T[]): T[] => slots.slice(MARGIN_HOURS, MARGIN_HOURS + 24);
