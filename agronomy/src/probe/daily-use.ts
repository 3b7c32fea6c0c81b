/** Part of a day's evapotranspiration in an hour of the farm's clock: it follows the sun, from 6 to 18 h. */
export function daylightShare(clockHour: number): number {
  return Math.max(0, Math.sin((Math.PI * (clockHour + 0.5 - 6)) / 12)) / SUM;
}

/** Of the sines of the twelve hours of daylight. */
const SUM = 2 / (2 * Math.sin(Math.PI / 24));
