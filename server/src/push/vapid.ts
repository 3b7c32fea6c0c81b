import { createECDH, createPrivateKey, type KeyObject } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { atMost } from "../lru.ts";
import type { VapidKeys } from "../push-credentials.ts";

/** RFC 8292 (2): not more than 24 hours. */
const LIFE_MS = DAY_MS / 2;
/** A signature costs more than the request, so that it is used again. */
const REUSE_MS = HOUR_MS;
const MAX_SERVICES = 100;

export function makeVapidKeys(): VapidKeys {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const privateKey = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString("base64url");
  return { publicKey: ecdh.getPublicKey("base64url"), privateKey };
}

/** Makes the `Authorization` of requests to push services (RFC 8292, 3). */
export class Vapid {
  readonly #keys: VapidKeys;
  readonly #key: KeyObject;
  readonly #subject: string;
  readonly #clock: () => number;
  readonly #used = new LRUCache<string, { header: string; at: number }>(atMost(MAX_SERVICES));

  constructor(keys: VapidKeys, subject: string, clock: () => number) {
    this.#keys = keys;
    this.#subject = subject;
    this.#clock = clock;
    const point = Buffer.from(keys.publicKey, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
    this.#key = createPrivateKey({
      key: { kty: "EC", crv: "P-256", d: keys.privateKey, x: x ?? "", y: y ?? "" },
      format: "jwk",
    });
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  async authorization(endpoint: string): Promise<string> {
    const { origin } = new URL(endpoint);
    const used = this.#used.get(origin);
    const now = this.#clock();
    if (used && now - used.at < REUSE_MS) return used.header;
    const token = new SignJWT({ sub: this.#subject })
      .setProtectedHeader({ typ: "JWT", alg: "ES256" })
      .setAudience(origin)
      .setExpirationTime(Math.floor((now + LIFE_MS) / 1000));
    const header = `vapid t=${await token.sign(this.#key)}, k=${this.#keys.publicKey}`;
    this.#used.set(origin, { header, at: now });
    return header;
  }
}
