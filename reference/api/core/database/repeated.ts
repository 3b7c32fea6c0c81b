import { setTimeout as pause } from "node:timers/promises";
import { isPassing } from "./violations.ts";

/** A transaction that fails as often has a cause that does not pass. */
export const MAX_ATTEMPTS = 5;
/** Longest pause before the second attempt; each later one may be longer by as much. */
const PAUSE_MS = 50;

/**
 * Makes a transaction again that PostgreSQL ended for another one, by a deadlock or because both changed the same rows.
 * After a pause by chance, because two that begin together again would meet again.
 * @throws what the last attempt throws
 */
export async function repeated<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await attempt();
    } catch (error) {
      if (number === MAX_ATTEMPTS || !isPassing(error)) throw error;
      await pause(Math.random() * PAUSE_MS * number);
    }
  }
}
