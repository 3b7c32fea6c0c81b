import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { decodeBase64 } from "@lamina/shared/core/base64";
import { problems } from "../../http/problem.ts";

const derive = promisify(argon2);

/**
 * OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes and one lane. No setting changes it; the helpers
 * of tests do.
 */
export const HASH_COST = { m: 19_456, t: 2, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** A password's memory-hard hash with its salt and cost, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { m, t, p } = HASH_COST;
  const hash = await hashWith(password, salt, HASH_BYTES, HASH_COST);
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

/** Whether the password matches the hash. The work is the same for a right and a wrong password. */
export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(passwordHash);
  if (parts === null) return false;
  const [, m, t, p, salt = "", hash = ""] = parts;
  const expected = Buffer.from(hash, "base64");
  const cost = { m: Number(m), t: Number(t), p: Number(p) };
  return timingSafeEqual(await hashWith(password, Buffer.from(salt, "base64"), expected.length, cost), expected);
}

/** Letters are composed first, because a phone and a computer may encode the same `ç` differently. */
function hashWith(password: string, nonce: Buffer, tagLength: number, { m, t, p }: typeof HASH_COST): Promise<Buffer> {
  const message = password.normalize("NFKC");
  return derive("argon2id", { message, nonce, tagLength, memory: m, passes: t, parallelism: p });
}

/** A password as it is sent: base64 of UTF-8. @throws HttpProblem 400 that names the field */
export function decodedPassword(field: string, encoded: string): string {
  try {
    return decodeBase64(encoded);
  } catch {
    throw problems.validation([{ field, id: "invalid-format" }]);
  }
}
