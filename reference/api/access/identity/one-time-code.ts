import { createHash, randomBytes } from "node:crypto";
import { DAY_MS } from "@lamina/shared/core/time";

/** Lifetime of an invitation. */
export const CODE_LIFETIME_MS = 3 * DAY_MS;
/** 80 bits cannot be guessed within three days. */
const CODE_BYTES = 10;
/** Crockford's base 32 has no letter that looks like a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUP = /.{4}/g;

/** A code that is easy to read aloud and type: `7QJ2-M8XK-…`. */
export function makeCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
  return (letters.match(GROUP) ?? []).join("-");
}

/** The stored form of a code. A plain hash is safe because the code is long and random. */
export function hashCode(code: string): string {
  return createHash("sha256").update(plainCode(code)).digest("base64url");
}

/** Whether a text has the form of a code; few passwords have. */
export const isCode = (text: string): boolean => plainCode(text).length === (CODE_BYTES * 8) / 5;

const plainCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1")
    .replace(/[^0-9A-Z]/g, "");
