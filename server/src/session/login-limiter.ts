import { hash } from "node:crypto";
import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import { problems } from "../errors.ts";

/** Users and addresses remembered at most; the longest silent are forgotten first. */
const MAX_KEPT = 10_000;

export interface LoginLimiterOptions {
  maxFailures: number;
  windowMs: number;
  clock: () => number;
}

/** How a login ended: `unknown` when the API gave no verdict on the password. */
export type LoginOutcome = "accepted" | "refused" | "unknown";

interface Attempts {
  /** When each attempt that counts began; those under way count too, or a burst would pass before its first failure. */
  began: number[];
}

/** Refuses logins after too many failures of one user from one address within a window. */
export class LoginLimiter {
  readonly #options: LoginLimiterOptions;
  readonly #attempts = new LRUCache<string, Attempts>({ max: MAX_KEPT });

  constructor(options: LoginLimiterOptions) {
    this.#options = options;
  }

  /**
   * To be called before the API is asked; the result takes the outcome.
   * @throws ProblemError 429 with `Retry-After`
   */
  begin(userName: string, ip: string): (outcome: LoginOutcome) => void {
    const { maxFailures, windowMs, clock } = this.#options;
    const key = hash("sha256", `${network(ip)} ${userName.trim().toLowerCase().normalize("NFKC")}`);
    const now = clock();
    const began = (this.#attempts.get(key)?.began ?? []).filter((time) => now - time < windowMs);
    const oldest = began[0];
    if (oldest !== undefined && began.length >= maxFailures)
      throw problems.tooManyFailedLogins(oldest + windowMs - now);
    this.#attempts.set(key, { began: [...began, now] });
    return (outcome) => this.#settle(key, now, outcome);
  }

  #settle(key: string, began: number, outcome: LoginOutcome): void {
    if (outcome === "accepted") this.#attempts.delete(key);
    if (outcome !== "unknown") return;
    const attempts = this.#attempts.get(key);
    const index = attempts?.began.indexOf(began) ?? -1;
    if (index >= 0) attempts?.began.splice(index, 1);
  }
}

/** One customer's line: an IPv4 address, or the /64 network that an IPv6 host changes its address within. */
function network(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith("::ffff:")) return ip;
  const [head = "", tail] = ip.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill("0"), ...right];
  return groups.slice(0, 4).join(":");
}
