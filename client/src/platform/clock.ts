/** Milliseconds since the epoch. The only reader of the device's clock. */
export function now(): number {
  return Date.now();
}
