import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import {
  BROKER_CONNECT_TIMEOUT_MS,
  BROKER_KEEP_ALIVE_MS,
  BROKER_MAX_PACKET_BYTES,
  BROKER_RECONNECT_PERIOD_MS,
  CACHE_TTL_MS,
  REQUEST_TIMEOUT_MS,
} from "@lamina/shared/core/limits";
import { ProxyAddress } from "@lamina/shared/core/proxy-address";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { hostName, logLevel, whole } from "@lamina/shared/core/variables";
import * as z from "zod";
import { FcmCredentials, VapidKeys } from "./push-credentials.ts";

/** Host names of this machine alone. */
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A URL without credentials, query or fragment. Unencrypted only on this machine. */
function address(secure: readonly string[], plain: readonly string[]) {
  const schemes = (list: readonly string[]) => list.map((scheme) => `${scheme}//`).join(" or ");
  const local = plain.length > 0 ? ` (${schemes(plain)} only to this machine)` : "";
  const allowed = `a URL that begins with ${schemes(secure)} without user, query or fragment${local}`;
  return z
    .string()
    .refine((text) => {
      const url = URL.parse(text);
      if (!url || url.username || url.password || url.search || url.hash || !url.hostname) return false;
      return secure.includes(url.protocol) || (plain.includes(url.protocol) && LOOPBACK.test(url.hostname));
    })
    .describe(allowed);
}

const file = z
  .string()
  .transform((path, context) => {
    try {
      const content = readFileSync(path, "utf8");
      if (content.trim()) return content;
      context.addIssue({ code: "custom", message: "the file is empty" });
    } catch (error) {
      context.addIssue({ code: "custom", message: reasonOf(error) });
    }
    return z.NEVER;
  })
  .describe("the path of a readable file that is not empty");

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return `the file may not be read by user ${process.getuid?.()}`;
  return code === "EISDIR" ? "it is a folder" : "the file cannot be read";
}

const NOT_PEM = "the file is there, but is not PEM of this kind";

const certificateFile = file
  .refine((pem) => succeeds(() => new X509Certificate(pem)), NOT_PEM)
  .describe("the path of a readable file with a certificate in PEM");

const privateKeyFile = file
  .refine((pem) => succeeds(() => createPrivateKey(pem)), NOT_PEM)
  .describe("the path of a readable file with a private key in PEM");

/** A readable file of a public key, or of a certificate with one. */
const publicKeyFile = file
  .refine((pem) => succeeds(() => createPublicKey(pem)), NOT_PEM)
  .describe("the path of a readable file with a public key in PEM");

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

/** The content of a secret's file, without a line break at its end. */
const secretFile = file.transform((content) => content.replace(/\r?\n$/, "")).describe(file.description ?? "");

/**
 * Whether a browser sends this origin: in lower case, with an international name in its ASCII form and without a default
 * port. Node gives no origin for the schemes of native shells.
 */
function isOrigin(text: string): boolean {
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^/?#*\s@]+$/.test(text) ? URL.parse(text) : null;
  return url !== null && (url.origin === "null" || url.origin === text);
}

/** Exact origins, `scheme://host[:port]`, separated by commas. */
const origins = z
  .string()
  .transform((text) => text.split(",").map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin))
  .describe(
    "exact origins as browsers send them, such as https://app.example.com.br, separated by commas, without path, default port and *",
  );

/**
 * The proxies with trusted forwarding headers: none, the peer, or those with named addresses. A number of proxies is
 * not accepted, because it does not identify the peer.
 */
const proxies = z
  .string()
  .transform((text): boolean | string[] => {
    return text === "true" || text === "false" ? text === "true" : text.split(",").map((entry) => entry.trim());
  })
  .refine((value) => !Array.isArray(value) || value.every((entry) => ProxyAddress.safeParse(entry).success))
  .describe("true, false, or addresses such as 10.0.0.0/8 or loopback, separated by commas");

const VALKEY_URL =
  "a URL such as rediss://user:password@host:6379 (or redis://), with special characters percent-encoded";
const valkeyUrl = z
  .string()
  .refine((text) => /^rediss?:\/\/./i.test(text) && URL.parse(text)?.hostname)
  .describe(VALKEY_URL);

const GIB = 1_073_741_824;

/** Origins of the Capacitor shell, allowed beside the BFF's own (contract). */
const SHELL_ORIGINS = ["capacitor://localhost", "https://localhost"];

const tiles = z
  .string()
  .refine((text) => /^https:\/\//.test(text) && URL.canParse(text.replace("{s}", "a")))
  .refine((text) => ["{x}", "{y}", "{z}"].every((part) => text.includes(part)))
  .optional()
  .describe("a URL template that begins with https:// and holds {x}, {y} and {z}");

/** SHA-256 of the certificates of keys, as `keytool` prints them, separated by commas. */
const fingerprints = z
  .string()
  .transform((text) => text.split(",").map((key) => key.trim().toUpperCase()))
  .refine((keys) => keys.every((key) => /^[\dA-F]{2}(:[\dA-F]{2}){31}$/.test(key)))
  .describe("SHA-256 fingerprints such as AB:CD:… of 32 bytes, separated by commas");

/** A readable file of JSON in this form. `what` names it in an error. */
function jsonFile<T>(form: z.ZodType<T>, what: string) {
  return file
    .transform((text, context) => {
      try {
        return form.parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: "custom", message: `the file is there, but is not ${what}` });
        return z.NEVER;
      }
    })
    .describe(`the path of a readable file with ${what}`);
}

const appleId = (what: string) =>
  z
    .string()
    .regex(/^[A-Z0-9]{10}$/)
    .optional()
    .describe(`the ten letters and digits of ${what}`);

/**
 * All variables of contract.md's table, the embedded API's port, the map's tiles, the contact for personal data, the signers of the app and the push services.
 * Those without a default may be unset.
 */
export const variables = {
  HOST: hostName.default("127.0.0.1"),
  PORT: whole(0, 65_535).default(8080),
  UPSTREAM_URL: address(["https:"], ["http:"]).optional(),
  UPSTREAM_CA_FILE: certificateFile.optional(),
  DEMO: z
    .enum(["0", "1"])
    .optional()
    .describe("1 for a demonstration (the embedded reference API, or an own one that holds simulated data), or 0"),
  API_PORT: whole(0, 65_535).optional(),
  UPSTREAM_TIMEOUT_MS: whole(1, HOUR_MS, "milliseconds").default(REQUEST_TIMEOUT_MS),
  CACHE_TTL_MS: whole(0, DAY_MS, "milliseconds").default(CACHE_TTL_MS),
  CACHE_MAX_BYTES: whole(0, 64 * GIB, "bytes").default(67_108_864),
  CACHE_STALE_IF_ERROR_MS: whole(0, DAY_MS, "milliseconds").default(300_000),
  STALE_IF_GATEWAY_ERROR: z.enum(["0", "1"]).default("1").describe("1 or 0"),
  UPSTREAM_SURVEY: z.enum(["0", "1"]).default("1").describe("1 or 0"),
  UPSTREAM_HEALTH_TIMEOUT_MS: whole(100, HOUR_MS, "milliseconds").default(5_000),
  VALKEY_URL: valkeyUrl.optional(),
  VALKEY_URL_FILE: secretFile.pipe(valkeyUrl).optional().describe(`the path of a file that holds ${VALKEY_URL}`),
  MQTT_URL: address(["wss:", "mqtts:"], ["ws:", "mqtt:"]).optional(),
  MQTT_USERNAME: z.string().optional(),
  MQTT_USERNAME_FILE: secretFile.optional(),
  MQTT_PASSWORD: z.string().optional(),
  MQTT_PASSWORD_FILE: secretFile.optional(),
  MQTT_CA_FILE: certificateFile.optional(),
  MQTT_CONNECT_TIMEOUT_MS: whole(1, HOUR_MS, "milliseconds").default(BROKER_CONNECT_TIMEOUT_MS),
  MQTT_RECONNECT_PERIOD_MS: whole(1, HOUR_MS, "milliseconds").default(BROKER_RECONNECT_PERIOD_MS),
  MQTT_KEEP_ALIVE_MS: whole(1_000, 65_535_000, "milliseconds").default(BROKER_KEEP_ALIVE_MS),
  MQTT_MAX_PACKET_BYTES: whole(256, 268_435_455, "bytes").default(BROKER_MAX_PACKET_BYTES),
  TOKEN_JWKS_URL: address(["https:"], ["http:"]).optional(),
  TOKEN_PUBLIC_KEY_FILE: publicKeyFile.optional(),
  TOKEN_SECRET_FILE: secretFile.optional(),
  ALLOWED_ORIGINS: origins.default(SHELL_ORIGINS),
  TRUST_PROXY: proxies.default(false),
  LOG_LEVEL: logLevel.optional(),
  METRICS_PORT: whole(0, 65_535).optional(),
  // Unencrypted is allowed, because a collector often runs beside the BFF without TLS, and spans contain no user data.
  OTEL_EXPORTER_OTLP_ENDPOINT: address(["https:", "http:"], []).optional(),
  BODY_LIMIT: whole(1, GIB, "bytes").default(1_048_576),
  MAX_PENDING_BODY_BYTES: whole(1, 64 * GIB, "bytes").default(67_108_864),
  MAX_CONNECTIONS: whole(1, 1_000_000).default(10_000),
  CLIENT_DIR: z.string().optional().describe("the folder of the built client"),
  DRAIN_DELAY_MS: whole(0, HOUR_MS, "milliseconds").default(0),
  LOGIN_MAX_FAILURES: whole(1, 1_000_000).default(10),
  LOGIN_WINDOW_MS: whole(1, DAY_MS, "milliseconds").default(900_000),
  TLS_CERT_FILE: certificateFile.optional(),
  TLS_KEY_FILE: privateKeyFile.optional(),
  MAP_TILES_URL: tiles,
  MAP_TILES_ATTRIBUTION: z.string().default(""),
  PRIVACY_CONTROLLER: z.string().optional(),
  PRIVACY_OFFICER: z.string().optional(),
  PRIVACY_CONTACT: z.string().optional(),
  ANDROID_KEY_FINGERPRINTS: fingerprints.optional(),
  APPLE_TEAM_ID: appleId("the team that signs the iOS app"),
  STATE_DIR: z.string().default(".data/bff").describe("a folder that this program may write"),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
    .optional()
    .describe(
      "an address for the operators of push services, such as mailto:ti@example.com.br or https://example.com.br",
    ),
  VAPID_KEYS_FILE: jsonFile(VapidKeys, 'keys such as {"publicKey": …, "privateKey": …} in base64url').optional(),
  FCM_CREDENTIALS_FILE: jsonFile(FcmCredentials, "the JSON of a service account").optional(),
  APNS_KEY_FILE: privateKeyFile.optional(),
  APNS_KEY_ID: appleId("the key in APNS_KEY_FILE"),
  APNS_TEAM_ID: appleId("the team of that key"),
  APNS_TOPIC: z
    .string()
    .regex(/^[\w.-]{1,255}$/)
    .optional()
    .describe("the id of the iOS app, such as br.app.lamina"),
} as const;
