import { createHmac, randomBytes } from "node:crypto";
import { SECOND_MS } from "@lamina/shared/core/time";

/** The defaults of RFC 6238, which every authenticator has. */
const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
/** RFC 4226, 4: as long as the output of SHA-1. */
const SECRET_BYTES = 20;
/** A phone's clock may be off by a step. */
const STEPS_OFF = 1;
/** RFC 4648. */
const BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret in base 32, as authenticators take it. */
export function makeSecret(): string {
  return [...randomBytes((SECRET_BYTES * 8) / 5)].map((byte) => BASE_32[byte % BASE_32.length]).join("");
}

/** The link that authenticators open, also from a QR code. */
export function authenticatorLink(secret: string, userName: string): string {
  const label = encodeURIComponent(`Lâmina:${userName}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent("Lâmina")}`;
}

/** The time step that a code belongs to; undefined for a code that is none of now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const typed = code.replace(/\s/g, "");
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * STEPS_OFF + 1 }, (_, index) => current - STEPS_OFF + index);
  return steps.find((step) => codeAt(secret, step) === typed);
}

/** RFC 4226, 5.3: the code of a counter. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", decode(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The time step of a moment. */
export const stepAt = (now: Date) => Math.floor(now.getTime() / STEP_MS);

function decode(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE_32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
