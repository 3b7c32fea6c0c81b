/** How a raw reading becomes a value: a + b · raw. */
export interface Calibration {
  a: number;
  b: number;
}

/** A value made with one calibration, as another makes it of the same raw reading. A slope of zero forgets the raw reading. */
export function recalibrated(value: number | null, from: Calibration, to: Calibration): number | null {
  return value === null || from.b === 0 ? null : to.a + (to.b * (value - from.a)) / from.b;
}
