/** A calibration: value = a + b · raw. */
export interface Calibration {
  a: number;
  b: number;
}

/** Converts a value from one calibration to another. Null when the slope is zero, because the raw reading is lost. */
export function recalibrated(value: number | null, from: Calibration, to: Calibration): number | null {
  return value === null || from.b === 0 ? null : to.a + (to.b * (value - from.a)) / from.b;
}
