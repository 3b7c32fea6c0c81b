import type { Proof } from "../session/tokens.ts";
import { setAlarm } from "./alarm.ts";

interface HeldTokenOptions {
  proof: Proof;
  now: () => number;
  /** How long a token is used without another proof, in milliseconds. */
  maxAgeMs: number;
  onExpired(): void;
  verifyAgain(): void;
  /** From 0 to 1. */
  random?: () => number;
}

/** Spreads the next proofs of tokens proved together: each waits longer by up to this share of the time. */
const SPREAD = 0.5;

/** The token of an open socket: ends the socket at expiry, and has it proved again periodically. */
export class HeldToken {
  readonly #hash: string;
  readonly #cancelExpiry: () => void;
  readonly #reproof: NodeJS.Timeout;

  constructor({ proof, now, maxAgeMs, onExpired, verifyAgain, random = Math.random }: HeldTokenOptions) {
    this.#hash = proof.hash;
    this.#cancelExpiry = setAlarm(proof.expiresAt, now, onExpired);
    // Referenced for the same reason as an alarm.
    this.#reproof = setInterval(verifyAgain, maxAgeMs * (1 + SPREAD * random()));
  }

  has(hash: string): boolean {
    return this.#hash === hash;
  }

  release(): void {
    this.#cancelExpiry();
    clearInterval(this.#reproof);
  }
}
