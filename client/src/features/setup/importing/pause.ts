/** Work between two pauses, so that a page on a slow device still answers at once. */
const LONGEST_WORK_MS = 30;
let workedSince = 0;

/** Lets the page paint, and takes input, between two steps; returns whether it was time to. */
export async function pause(): Promise<boolean> {
  if (performance.now() - workedSince < LONGEST_WORK_MS) return false;
  await new Promise<void>((resolve) => setTimeout(resolve));
  workedSince = performance.now();
  return true;
}
