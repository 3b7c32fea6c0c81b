import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { offsetAt } from "./clock.ts";

/** A clock of the programs and pages of one journey, which the journey moves. */
export interface MovedClock extends AsyncDisposable {
  /** Environment of the programs that follow it. */
  env: Record<string, string>;
  offsetMs(): number;
  now(): number;
  /** Moves the programs, and these pages, ahead to a moment. */
  moveTo(moment: string, pages: readonly Page[]): Promise<void>;
}

export async function openClock(moment: string): Promise<MovedClock> {
  const folder = mkdtempSync(join(tmpdir(), "lamina-clock-"));
  const file = join(folder, "offset");
  let offsetMs = offsetAt(moment);
  // Renamed, so that no program reads half of it.
  const write = () => {
    writeFileSync(`${file}-next`, String(offsetMs));
    renameSync(`${file}-next`, file);
  };
  write();
  return {
    env: { CLOCK_FILE: file, CLOCK_OFFSET_MS: String(offsetMs) },
    offsetMs: () => offsetMs,
    now: () => performance.timeOrigin + performance.now() + offsetMs,
    async moveTo(next, pages) {
      offsetMs = offsetAt(next);
      write();
      for (const page of pages) await page.evaluate((ms) => Object.assign(globalThis, { clockOffsetMs: ms }), offsetMs);
    },
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }),
  };
}
