import { deadline } from "../../api/deadline.ts";

/** A link without an answer for so long is no proof of its line, which is then asked itself, and answers within the same time. */
export const ASK_MS = 1_500;

export interface LineWatchDeps {
  /** Whether the page is on the screen. */
  isShown(): boolean;
  /** Whether the server answers a small request, which has a connection of its own. */
  answers(signal: AbortSignal): Promise<boolean>;
}

/** Notices that a line which swallowed everything is back, for a link that was opened on it and would never know. */
interface LineWatch {
  /** Asks the line again and again until the stop. */
  start(): void;
  stop(): void;
  /** Says whether a link over this line has answered. */
  heard(isAlive: boolean): void;
}

/**
 * `back`: the line answers after it did not, so a link that still waits waits in vain. On a line that is only slow a link
 * is left alone, because it would never be opened otherwise.
 */
export function createLineWatch({ isShown, answers }: LineWatchDeps, back: () => void): LineWatch {
  let wasDead = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: ReturnType<typeof deadline> | undefined;

  function stop(): void {
    clearTimeout(timer);
    asked = undefined;
  }

  function start(): void {
    stop();
    timer = setTimeout(() => void (isShown() ? ask() : start()), ASK_MS);
  }

  async function ask(): Promise<void> {
    const limit = deadline(ASK_MS);
    asked = limit;
    const isAlive = await answers(limit.signal);
    limit.release();
    if (asked !== limit) return;
    const isBack = wasDead && isAlive;
    wasDead = !isAlive;
    start();
    if (isBack) back();
  }

  return {
    start,
    stop,
    heard(isAlive) {
      wasDead = !isAlive;
    },
  };
}
