import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "../../core/clock.ts";
import { problems } from "../../http/problem.ts";

/** Failures of one login in a window before it is blocked until the window ends. Enough for a person who forgot a password. */
export const MOST_FAILURES = 30;
const WINDOW_MS = 15 * 60_000;
/**
 * Number of counters, shared by all names through a secret hash: a user cannot block another on purpose, and invented
 * names need no memory.
 */
const COUNTERS = 65_536;
/** Most passwords that are hashed or wait for it at once: each needs 19 MiB and tens of milliseconds. */
const MOST_AT_ONCE = 64;
const RETRY_MS = 2000;

/** Limits guesses at passwords and codes before the expensive verification. */
export interface LoginLimit {
  /**
   * Verifies a guess, unless there were too many. `prove` gives undefined for a wrong one.
   * @throws HttpProblem 429
   */
  guess<Result>(userName: string, prove: () => Promise<Result | undefined>): Promise<Result | undefined>;
}

export function createLoginLimit(clock: Clock): LoginLimit {
  const secret = randomBytes(16);
  const failures = new Uint16Array(COUNTERS);
  const begun = new Float64Array(COUNTERS);
  let underWay = 0;

  /** One counter per login, in any spelling. */
  function counterOf(userName: string): number {
    const name = userName.normalize("NFKC").trim().toLowerCase();
    return createHmac("sha256", secret).update(name).digest().readUInt16BE(0);
  }

  return {
    async guess(userName, prove) {
      const counter = counterOf(userName);
      const now = clock.now().getTime();
      const since = now - (begun[counter] ?? 0);
      if (since >= WINDOW_MS || since < 0) {
        begun[counter] = now;
        failures[counter] = 0;
      }
      if ((failures[counter] ?? 0) >= MOST_FAILURES) throw problems.tooManyFailedLogins(WINDOW_MS - since);
      if (underWay >= MOST_AT_ONCE) throw problems.tooManyFailedLogins(RETRY_MS);
      // Counted first, because simultaneous guesses must not all read the low counter.
      failures[counter] = (failures[counter] ?? 0) + 1;
      underWay++;
      try {
        const result = await prove();
        if (result !== undefined) failures[counter] = 0;
        return result;
      } catch (error) {
        // An error of the database is not a wrong guess.
        failures[counter] = Math.max(0, (failures[counter] ?? 1) - 1);
        throw error;
      } finally {
        underWay--;
      }
    },
  };
}
