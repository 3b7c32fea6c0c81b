import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP Password Storage Cheat Sheet, scrypt: N = 2^15, r = 8, p = 3, 32 MiB. */
const COST = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** A password's memory-hard hash with its salt and cost, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password.normalize("NFKC"), salt, HASH_BYTES, options(COST));
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

/** Whether the password is the one of the hash. The work is the same for a right and a wrong one. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (parts === null) return false;
  const [, ln, r, p, salt = "", hash = ""] = parts;
  const expected = Buffer.from(hash, "base64");
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const actual = await derive(password.normalize("NFKC"), Buffer.from(salt, "base64"), expected.length, options(cost));
  return timingSafeEqual(actual, expected);
}

function options({ ln, r, p }: typeof COST): ScryptOptions {
  const N = 2 ** ln;
  // Node refuses by default what needs more than 32 MiB; scrypt needs 128·N·r and a little more.
  return { N, r, p, maxmem: 2 * 128 * N * r };
}
