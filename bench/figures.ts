import { cpus, loadavg } from "node:os";

/** The machine's load average of the last minute, printed beside the figures. */
export const load = () => `load ${loadavg()[0]?.toFixed(1)}`;

/** The machine and the moment, printed above a table of figures. */
export const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${load()}, ${new Date().toISOString()}`;

/** Prints a figure with the load at which it was taken. */
export function line(name: string, text: string): void {
  console.log(`${name}: ${text}, ${load()}`);
}

/** The smallest value that this share of all values does not exceed; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The least and the greatest value: `1.2–3.4`. */
export function spread(values: readonly number[], digits = 1): string {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
}

/** All figures with their median: `1.20 s (1.10 1.20 1.35)`. */
export function figures(milliseconds: readonly number[]): string {
  const seconds = milliseconds.map((ms) => (ms / 1000).toFixed(2));
  return `${(median(milliseconds) / 1000).toFixed(2)} s (${seconds.join(" ")})`;
}
