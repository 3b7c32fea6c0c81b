import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "../../core/clock.ts";
import { problems } from "../../http/problem.ts";

/** Failures of one login in a window before it is blocked until the window ends. Enough for a person who forgot a password. */
export const MOST_FAILURES = 30;
/** Failures of one address over all logins in a window, because an office shares an address. */
export const MOST_FAILURES_OF_ADDRESS = 10 * MOST_FAILURES;
const WINDOW_MS = 15 * 60_000;
/**
 * Number of counters, shared by all names and by all addresses through a secret hash: a user cannot block another on
 * purpose, and invented names need no memory.
 */
const COUNTERS = 65_536;
/** Most passwords that are hashed or wait for it at once: each needs 19 MiB and tens of milliseconds. */
const MOST_AT_ONCE = 64;
const RETRY_MS = 2000;

/** Groups of an IPv6 customer's network (64 bits). */
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

interface Guesser {
  userName: string;
  /** IP address of the caller. Undefined for a caller with a valid token, who can guess only their own password. */
  address?: string;
}

/** Limits guesses at passwords and codes before the expensive verification. */
export interface LoginLimit {
  /**
   * Verifies a guess, unless there were too many for the login or from the address. `prove` gives undefined for a wrong
   * one.
   * @throws HttpProblem 429
   */
  guess<Result>(guesser: Guesser, prove: () => Promise<Result | undefined>): Promise<Result | undefined>;
}

export function createLoginLimit(clock: Clock): LoginLimit {
  const names = createCounters(MOST_FAILURES);
  const addresses = createCounters(MOST_FAILURES_OF_ADDRESS);
  let underWay = 0;

  return {
    async guess({ userName, address }, prove) {
      const now = clock.now().getTime();
      // In any spelling.
      const name = names.of(userName.normalize("NFKC").trim().toLowerCase(), now);
      const counters = address === undefined ? [name] : [name, addresses.of(networkOf(address), now)];
      const waitMs = Math.max(...counters.map((counter) => counter.waitMs));
      if (waitMs > 0) throw problems.tooManyFailedLogins(waitMs);
      if (underWay >= MOST_AT_ONCE) throw problems.tooManyFailedLogins(RETRY_MS);
      // Counted first, because simultaneous guesses must not all read the low counter.
      for (const counter of counters) counter.add(1);
      underWay++;
      try {
        const result = await prove();
        if (result !== undefined) {
          name.clear();
          counters[1]?.add(-1);
        }
        return result;
      } catch (error) {
        // An error of the database is not a wrong guess.
        for (const counter of counters) counter.add(-1);
        throw error;
      } finally {
        underWay--;
      }
    },
  };
}

function createCounters(limit: number) {
  const secret = randomBytes(16);
  const failures = new Uint16Array(COUNTERS);
  const begun = new Float64Array(COUNTERS);

  return {
    /** The counter of a name; its window ends `WINDOW_MS` after the first failure. */
    of(name: string, now: number) {
      const index = createHmac("sha256", secret).update(name).digest().readUInt16BE(0);
      const count = () => failures[index] ?? 0;
      const since = now - (begun[index] ?? 0);
      const isOver = since >= WINDOW_MS || since < 0;
      if (isOver) {
        begun[index] = now;
        failures[index] = 0;
      }
      return {
        /** Time until further guesses are allowed, in milliseconds; 0 when they are. */
        waitMs: count() >= limit ? WINDOW_MS - since : 0,
        add(change: number) {
          failures[index] = Math.max(0, count() + change);
        },
        clear() {
          failures[index] = 0;
        },
      };
    },
  };
}

/** An IPv4 address, or the /64 network of an IPv6 one, which a host changes its address within. */
function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!bare.includes(":")) return bare;
  const [head = [], tail = []] = bare.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, ALL_GROUPS - head.length - tail.length)).fill("0");
  return [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(":");
}
