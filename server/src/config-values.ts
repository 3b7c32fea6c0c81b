import { createPublicKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import * as z from "zod";

/** One variable's text into its value, with a sentence on what is allowed when it is wrong. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A whole number between two bounds. */
export function whole(min: number, max: number, unit?: "milliseconds" | "bytes") {
  return z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .describe(`a whole number${unit ? ` of ${unit}` : ""} from ${min} to ${max}`);
}

/** A URL without credentials, query or fragment. Plain text is allowed to this very machine alone. */
export function address(secure: readonly string[], plain: readonly string[]) {
  const allowed = `a URL that begins with ${secure.map((scheme) => `${scheme}//`).join(" or ")} without user, query or fragment (${plain.map((scheme) => `${scheme}//`).join(" or ")} only to this machine)`;
  return z
    .string()
    .refine((text) => {
      const url = URL.parse(text);
      if (!url || url.username || url.password || url.search || url.hash || !url.hostname) return false;
      return secure.includes(url.protocol) || (plain.includes(url.protocol) && LOOPBACK.test(url.hostname));
    })
    .describe(allowed);
}

/** The content of a readable file that is not empty. */
export const file = z
  .string()
  .transform((path, context) => {
    try {
      const content = readFileSync(path, "utf8");
      if (content.trim()) return content;
    } catch {}
    context.addIssue({ code: "custom" });
    return z.NEVER;
  })
  .describe("the path of a readable file that is not empty");

/** A file of certificates that can be read. */
export const certificateFile = file
  .refine((pem) => succeeds(() => new X509Certificate(pem)))
  .describe("the path of a readable file with a certificate in PEM");

/** A file of a public key, or of a certificate that holds one. */
export const publicKeyFile = file
  .refine((pem) => succeeds(() => createPublicKey(pem)))
  .describe("the path of a readable file with a public key in PEM");

/** Whether a certificate and a key belong together. */
export function isKeyPair(cert: string, key: string): boolean {
  return succeeds(() => createSecureContext({ cert, key }));
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

/** The first line of a secret's file, as orchestrators mount them. */
export const secretFile = file.transform((content) => content.replace(/\r?\n$/, "")).describe(file.description ?? "");

/** Exact origins, `scheme://host[:port]`, separated by commas. */
export const origins = z
  .string()
  .transform((text) => text.split(",").map((origin) => origin.trim()))
  .refine((list) => list.every((origin) => /^[a-z][a-z0-9+.-]*:\/\/[^/?#*\s@]+$/.test(origin)))
  .describe("exact origins such as https://app.example.com.br, separated by commas, without path and without *");

/** Whose forwarded headers are believed: nobody's, or those of named addresses. A number of proxies proves nothing of the peer. */
export const proxies = z
  .string()
  .transform((text): boolean | string[] => {
    return text === "true" || text === "false" ? text === "true" : text.split(",").map((entry) => entry.trim());
  })
  .refine((value) => !Array.isArray(value) || value.every(isNetwork))
  .describe("true, false, or addresses such as 10.0.0.0/8 or loopback, separated by commas");

function isNetwork(entry: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(entry)) return true;
  const [ip = "", bits, ...rest] = entry.split("/");
  const version = isIP(ip);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
