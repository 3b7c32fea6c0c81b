import { hash } from "node:crypto";
import { clientNetwork } from "../client-network.ts";
import { problems } from "../errors.ts";
import type { Count, Counted, LoginAttempts } from "./login-attempts.ts";

/**
 * Failures of one user over all addresses, as a multiple of those from one, because passwords are also guessed from
 * many addresses.
 */
const USER_FACTOR = 5;
/** Failures of one address over all its users, as a multiple of those of one, because an office shares an address. */
const ADDRESS_FACTOR = 10;

interface LoginLimiterOptions {
  /** Most failures of one user from one address within a window. */
  maxFailures: number;
  /** The counters. The strictest one decides, because a counter may be unavailable. */
  attempts: readonly LoginAttempts[];
}

/** The result of a login; `unknown` when the API gave no verdict on the password. */
export const LOGIN_OUTCOMES = ["accepted", "refused", "unknown"] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];

/**
 * Refuses logins after too many failures within a window: of one user from one address, of one user, and of one
 * address. Only the first limit applies to an address or device from which the user has logged in before, so that
 * strangers cannot lock users out.
 */
export class LoginLimiter {
  readonly #maxFailures: number;
  readonly #attempts: readonly LoginAttempts[];

  constructor({ maxFailures, attempts }: LoginLimiterOptions) {
    this.#maxFailures = maxFailures;
    this.#attempts = attempts;
  }

  /**
   * Called before the API; the returned function takes the outcome.
   * @param ip the caller's address from the nearest proxy
   * @param device the secret key of the caller's browser or app, if it has one
   * @throws ProblemError 429 with `Retry-After`
   */
  async begin(userName: string, ip: string, device?: string): Promise<(outcome: LoginOutcome) => Promise<void>> {
    const [user, network] = [plainName(userName), clientNetwork(ip)];
    const pairs = [digest("pair", `${network} ${user}`), ...(device ? [digest("device", `${device} ${user}`)] : [])];
    const known = (await Promise.all(pairs.map(async (one) => ((await this.#knows(one)) ? [one] : [])))).flat();
    // A known device counts for itself, because strangers may share the user's address.
    const pair = known.at(-1) ?? pairs[0] ?? "";
    const counted: Counted[] = [{ key: pair, limit: this.#maxFailures }];
    if (known.length === 0) {
      counted.push({ key: digest("user", user), limit: USER_FACTOR * this.#maxFailures });
      counted.push({ key: digest("address", network), limit: ADDRESS_FACTOR * this.#maxFailures });
    }
    // A running attempt counts, because otherwise a burst would pass before its first failure.
    const counts = await Promise.all(this.#attempts.map((attempts) => attempts.add(counted)));
    const waitMs = Math.max(...counts.map((of) => longestWait(counted, of)));
    const keys = counted.map(({ key }) => key);
    if (waitMs > 0) {
      await this.#each((attempts) => attempts.remove(keys));
      throw problems.tooManyFailedLogins(waitMs);
    }
    return async (outcome) => {
      if (outcome === "unknown") await this.#each((attempts) => attempts.remove(keys));
      if (outcome !== "accepted") return;
      await this.#each(async (attempts) => {
        const remembered = pairs.map((one) => attempts.remember(one));
        await Promise.all([attempts.clear(pair), attempts.remove(keys.slice(1)), ...remembered]);
      });
    };
  }

  async #knows(pair: string): Promise<boolean> {
    return (await Promise.all(this.#attempts.map((attempts) => attempts.knows(pair)))).some(Boolean);
  }

  async #each(work: (attempts: LoginAttempts) => Promise<void>): Promise<void> {
    await Promise.all(this.#attempts.map(work));
  }
}

/** Time until the last exceeded limit no longer applies; 0 when none is exceeded. */
function longestWait(counted: readonly Counted[], counts: readonly Count[] | undefined): number {
  const waits = (counts ?? []).map(({ count, leftMs }, index) => (count > (counted[index]?.limit ?? 0) ? leftMs : 0));
  return Math.max(0, ...waits);
}

/**
 * Normalizes a name as an API may do: without invisible characters (NUL, zero-width, soft hyphen), in Unicode NFKC, in
 * lower case, without surrounding blanks. Names that are then equal share one count.
 */
function plainName(userName: string): string {
  return userName
    .normalize("NFKC")
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .trim()
    .toLowerCase();
}

/** Hashed for a fixed length, and so that keys in Valkey do not reveal users. */
function digest(kind: string, text: string): string {
  return hash("sha256", `${kind} ${text}`, "base64url");
}
