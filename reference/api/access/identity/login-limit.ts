import type { Clock } from "../../core/clock.ts";
import { type HttpProblem, problems } from "../../http/problem.ts";
import type { Counted, LoginCounters } from "./login-counters.ts";

/** Failures of one login over all addresses, as a multiple of those from one, so that one stranger cannot block it. */
export const NAME_FACTOR = 5;
/** Failures of one address over all logins, as a multiple of those of one login, because an office shares an address. */
export const ADDRESS_FACTOR = 10;
/** Maximum concurrent and queued password hashes: each needs 19 MiB. */
const MAX_AT_ONCE = 64;
const RETRY_MS = 2000;

/** Groups of an IPv6 customer's network (64 bits). */
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

interface Guesser {
  userName: string;
  /** IP address of the caller. Undefined for a caller with a valid token, who can guess only their own password. */
  address?: string;
  /** The secret key of the caller's browser or app, if it has one. */
  device?: string | undefined;
}

/**
 * Limits guesses at passwords and codes before the expensive verification. An address or device from which the login
 * has succeeded before is limited only by its own failures, so that strangers cannot lock users out. Any other address
 * has guesses of its own, within those of the login.
 */
export interface LoginLimit {
  /**
   * Verifies a guess, unless there were too many for the login or from the address. `prove` gives undefined for a wrong
   * one.
   * @throws HttpProblem 429
   */
  guess<Result>(guesser: Guesser, prove: () => Promise<Result | undefined>): Promise<Result | undefined>;
}

/**
 * The limits on passwords at once are of the process, those on failures of the whole installation.
 * @param maxFailures of one login from one address in a window, before it is blocked until the window ends
 * @param options.of what is guessed instead of a password; each has counters of its own
 * @param options.ofName most failures of one login from all unknown addresses
 * @param options.blocked the problem of a login that is blocked for this time
 */
export function createLoginLimit(
  clock: Clock,
  maxFailures: number,
  counters: LoginCounters,
  options: { of?: string; ofName?: number; blocked?: (waitMs: number) => HttpProblem } = {},
): LoginLimit {
  const { of, ofName = NAME_FACTOR * maxFailures, blocked = problems.tooManyFailedLogins } = options;
  let underWay = 0;

  /** Counts a guess in each counter, or in none. */
  async function count(guesses: readonly Counted[], now: Date): Promise<void> {
    for (const [index, guess] of guesses.entries()) {
      const waitMs = await counters.add(guess, now);
      if (waitMs === 0) continue;
      if (index > 0) await counters.subtract(guesses.slice(0, index));
      throw blocked(waitMs);
    }
  }

  return {
    async guess({ userName, address, device }, prove) {
      const now = clock.now();
      // In any spelling. No name has the line break, so that a stranger's "code ana" is not a code of ana.
      const spelt = userName
        .normalize("NFKC")
        .trim()
        .toLowerCase()
        .replace(/\p{Cc}/gu, " ");
      const name = of ? `${of}\n${spelt}` : spelt;
      const network = address === undefined ? undefined : networkOf(address);
      const pair = `${network} ${name}`;
      const pairs = network === undefined ? [] : [pair, ...(device ? [`device ${device} ${name}`] : [])];
      const known = (await Promise.all(pairs.map(async (one) => ((await counters.knows(one)) ? [one] : [])))).flat();
      // Guesses of strangers do not count for a person who has a token. A known device counts for itself, because
      // strangers may share the person's address.
      const loginCounter: Counted =
        network === undefined
          ? { kind: "own", text: name, limit: maxFailures }
          : { kind: "pair", text: known.at(-1) ?? pair, limit: maxFailures };
      const others: Counted[] =
        network === undefined || known.length > 0
          ? []
          : [
              { kind: "name", text: name, limit: ofName },
              { kind: "address", text: network, limit: ADDRESS_FACTOR * maxFailures },
            ];
      if (underWay >= MAX_AT_ONCE) throw problems.tooManyFailedLogins(RETRY_MS);
      underWay++;
      try {
        await count([loginCounter, ...others], now);
        const result = await prove().catch(async (error: unknown) => {
          // An error of the database is not a wrong guess.
          await counters.subtract([loginCounter, ...others]).catch(() => {});
          throw error;
        });
        if (result !== undefined) {
          await counters.clear(loginCounter);
          if (others.length > 0) await counters.subtract(others);
          for (const one of pairs) await counters.remember(one, now);
        }
        return result;
      } finally {
        underWay--;
      }
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
