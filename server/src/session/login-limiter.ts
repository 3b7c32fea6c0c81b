import { hash } from "node:crypto";
import { problems } from "../errors.ts";
import { clientNetwork } from "./client-network.ts";
import type { Count, Counted, LoginAttempts } from "./login-attempts.ts";

/** One user may fail so many times as often over all addresses as from one: passwords are also guessed from many places. */
const USER_FACTOR = 5;
/** One address may fail so many times as often over all its users: an office shares one. */
const ADDRESS_FACTOR = 10;

interface LoginLimiterOptions {
  /** Failures of one user from one address within a window. */
  maxFailures: number;
  /** Where attempts are counted. What one does not know another may; the strictest decides. */
  attempts: readonly LoginAttempts[];
}

/** How a login ended: `unknown` when the API gave no verdict on the password. */
export type LoginOutcome = "accepted" | "refused" | "unknown";

/**
 * Refuses logins after too many failures within a window: of one user from one address, of one user, and of one address.
 * An address from which the user logged in before is held to the first alone, so that strangers lock nobody out.
 */
export class LoginLimiter {
  readonly #maxFailures: number;
  readonly #attempts: readonly LoginAttempts[];

  constructor({ maxFailures, attempts }: LoginLimiterOptions) {
    this.#maxFailures = maxFailures;
    this.#attempts = attempts;
  }

  /**
   * To be called before the API is asked; the result takes the outcome.
   * @param ip the caller's address as the nearest proxy names it
   * @throws ProblemError 429 with `Retry-After`
   */
  async begin(userName: string, ip: string): Promise<(outcome: LoginOutcome) => Promise<void>> {
    const [user, network] = [plainName(userName), clientNetwork(ip)];
    const pair = digest("pair", `${network} ${user}`);
    const counted: Counted[] = [{ key: pair, limit: this.#maxFailures }];
    if (!(await this.#knows(pair))) {
      counted.push({ key: digest("user", user), limit: USER_FACTOR * this.#maxFailures });
      counted.push({ key: digest("address", network), limit: ADDRESS_FACTOR * this.#maxFailures });
    }
    // An attempt under way counts, or a burst would pass before its first failure.
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
        await Promise.all([attempts.clear(pair), attempts.remove(keys.slice(1)), attempts.remember(pair)]);
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

/** How long until the last of the exceeded limits counts no more; 0 when none is exceeded. */
function longestWait(counted: readonly Counted[], counts: readonly Count[] | undefined): number {
  const waits = (counts ?? []).map(({ count, leftMs }, index) => (count > (counted[index]?.limit ?? 0) ? leftMs : 0));
  return Math.max(0, ...waits);
}

/**
 * A name as an API may see it: without what cannot be seen (NUL, zero-width, soft hyphen), in one form of Unicode, in small
 * letters, without blanks around it. Names that differ by no more share one count.
 */
function plainName(userName: string): string {
  return userName
    .normalize("NFKC")
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .trim()
    .toLowerCase();
}

/** Of one length however long the name, and telling nobody who looks into Valkey who logs in. */
function digest(kind: string, text: string): string {
  return hash("sha256", `${kind} ${text}`, "base64url");
}
