/** What a sensor measured in one hour: mean, least and greatest of its readings. */
export interface HourValue {
  mean: number;
  min: number;
  max: number;
}

/** Consecutive hours of one sensor; undefined where no reading is kept. */
export type Hours = readonly (HourValue | undefined)[];

/**
 * Why hours of a sensor do not count as read. `out-of-limits`, `above-clear-sky`, `step`, `persistence` and `inconsistent` are
 * refused; `clipped` counts at its limit; `gap` was never heard.
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

/** Hours before and after a day that its checks and gaps look at. */
export const MARGIN_HOURS = 4;
/** Hours that a day's checks are given: those of the day with the margin on both sides. */
export const SLOTS = 24 + 2 * MARGIN_HOURS;

/** The longest gap between two known hours that a straight line bridges, h. */
const LONGEST_BRIDGE_HOURS = 4;

/** Hours with gaps bridged by a straight line between the hours beside them, and which ones those are. */
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

/** The day's own 24 hours of a run of hours with its margins. */
export const ofDay = <T>(slots: readonly T[]): T[] => slots.slice(MARGIN_HOURS, MARGIN_HOURS + 24);
