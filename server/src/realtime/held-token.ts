import type { FastifyInstance } from "fastify";
import { setAlarm } from "./alarm.ts";

export type Proof = Awaited<ReturnType<FastifyInstance["tokens"]["prove"]>>;

export interface HeldTokenOptions {
  proof: Proof;
  now: () => number;
  /** A token stays open without a question for so long, in milliseconds. */
  maxAgeMs: number;
  onExpired(): void;
  proveAnew(): void;
}

/** The token behind an open socket: watched for its end, and proved anew from time to time. */
export class HeldToken {
  readonly #hash: string;
  readonly #cancelExpiry: () => void;
  readonly #reproof: NodeJS.Timeout;

  constructor({ proof, now, maxAgeMs, onExpired, proveAnew }: HeldTokenOptions) {
    this.#hash = proof.hash;
    this.#cancelExpiry = setAlarm(proof.expiresAt, now, onExpired);
    this.#reproof = setInterval(proveAnew, maxAgeMs).unref();
  }

  has(hash: string): boolean {
    return this.#hash === hash;
  }

  release(): void {
    this.#cancelExpiry();
    clearInterval(this.#reproof);
  }
}
