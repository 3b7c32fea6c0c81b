/** Converts a device's value to the sensor's value: value = calibA + calibB · raw. */
export interface Calibration {
  calibA: number;
  calibB: number;
}

/** Limit of raw values: with the bounds of a calibration, every value and every sum of values is finite. */
export const RAW_LIMIT = 1e12;

/** A smaller value is stored as 0, because PostgreSQL refuses products that underflow. */
export const RAW_MIN = 1e-100;

export const calibrated = ({ calibA, calibB }: Calibration, raw: number): number => calibA + calibB * raw;

/** A sum of `count` calibrated values. */
export const calibratedSum = ({ calibA, calibB }: Calibration, sum: number, count: number): number =>
  calibA * count + calibB * sum;

/** Calibrated minimum and maximum; a negative slope swaps them. */
export function calibratedRange(calibration: Calibration, min: number, max: number): { min: number; max: number } {
  const [one, other] = [calibrated(calibration, min), calibrated(calibration, max)];
  return one <= other ? { min: one, max: other } : { min: other, max: one };
}
