import { deadline } from "../../api/deadline.ts";

/** After this time without an answer to the link, the line itself is asked, and has the same time to answer. */
export const ASK_MS = 1_500;

export interface LineWatchDeps {
  /** Whether the page is on the screen. */
  isShown(): boolean;
  /** Whether the server answers a small request, which has a connection of its own. */
  answers(signal: AbortSignal): Promise<boolean>;
}

/** Notices that a dead line works again. A link that was opened on it never gets an answer, and cannot notice it. */
interface LineWatch {
  /** Asks the line again and again until the stop. */
  start(): void;
  stop(): void;
  /** Says whether a link over this line has answered. */
  heard(isAlive: boolean): void;
}

/**
 * `back`: the line answers after it did not, so the link must be opened again. On a line that is only slow it is not
 * called, because no link would ever be opened.
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
