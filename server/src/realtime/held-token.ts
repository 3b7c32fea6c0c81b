import type { FastifyInstance } from "fastify";
import { setAlarm } from "./alarm.ts";

export type Proof = Awaited<ReturnType<FastifyInstance["tokens"]["prove"]>>;

interface HeldTokenOptions {
  proof: Proof;
  now: () => number;
  /** A token stays open without a question for so long, in milliseconds. */
  maxAgeMs: number;
  onExpired(): void;
  proveAnew(): void;
  /** From 0 to 1. */
  random?: () => number;
}

/** Proofs made together recur apart: each waits up to this part of the time longer. */
const SPREAD = 0.5;

/** The token behind an open socket: watched for its end, and proved anew from time to time. */
export class HeldToken {
  readonly #hash: string;
  readonly #cancelExpiry: () => void;
  readonly #reproof: NodeJS.Timeout;

  constructor({ proof, now, maxAgeMs, onExpired, proveAnew, random = Math.random }: HeldTokenOptions) {
    this.#hash = proof.hash;
    this.#cancelExpiry = setAlarm(proof.expiresAt, now, onExpired);
    this.#reproof = setInterval(proveAnew, maxAgeMs * (1 + SPREAD * random())).unref();
  }

  has(hash: string): boolean {
    return this.#hash === hash;
  }

  release(): void {
    this.#cancelExpiry();
    clearInterval(this.#reproof);
  }
}
