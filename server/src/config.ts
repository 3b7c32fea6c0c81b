import {
  BROKER_CONNECT_TIMEOUT_MS,
  BROKER_RECONNECT_PERIOD_MS,
  CACHE_TTL_MS,
  REQUEST_TIMEOUT_MS,
} from "@lamina/shared/limits";
import * as z from "zod";
import { similarNames } from "./config-hints.ts";
import {
  address,
  certificateFile,
  file,
  isKeyPair,
  origins,
  proxies,
  publicKeyFile,
  secretFile,
  whole,
} from "./config-values.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GIB = 1_073_741_824;

/** Origins of the Capacitor shell, allowed beside the BFF's own (contract). */
const SHELL_ORIGINS = ["capacitor://localhost", "https://localhost"];

/** Every variable of contract.md's table, the port of the embedded API and the map's ground. Those without a default may be unset. */
const variables = {
  HOST: z.string().default("127.0.0.1").describe("a host name or address to listen on"),
  PORT: whole(0, 65_535).default(8080),
  UPSTREAM_URL: address(["https:"], ["http:"]).optional(),
  UPSTREAM_CA_FILE: certificateFile.optional(),
  API_PORT: whole(0, 65_535).optional(),
  UPSTREAM_TIMEOUT_MS: whole(1, HOUR_MS, "milliseconds").default(REQUEST_TIMEOUT_MS),
  CACHE_TTL_MS: whole(0, DAY_MS, "milliseconds").default(CACHE_TTL_MS),
  CACHE_MAX_BYTES: whole(0, 64 * GIB, "bytes").default(67_108_864),
  CACHE_STALE_IF_ERROR_MS: whole(0, DAY_MS, "milliseconds").default(300_000),
  VALKEY_URL: z
    .string()
    .refine(() => false)
    .optional()
    .describe("unset for now: this version keeps its cache in the process and cannot share it"),
  MQTT_URL: address(["wss:", "mqtts:"], ["ws:", "mqtt:"]).optional(),
  MQTT_USERNAME: z.string().optional(),
  MQTT_USERNAME_FILE: secretFile.optional(),
  MQTT_PASSWORD: z.string().optional(),
  MQTT_PASSWORD_FILE: secretFile.optional(),
  MQTT_CA_FILE: certificateFile.optional(),
  MQTT_CONNECT_TIMEOUT_MS: whole(1, HOUR_MS, "milliseconds").default(BROKER_CONNECT_TIMEOUT_MS),
  MQTT_RECONNECT_PERIOD_MS: whole(1, HOUR_MS, "milliseconds").default(BROKER_RECONNECT_PERIOD_MS),
  TOKEN_JWKS_URL: address(["https:"], ["http:"]).optional(),
  TOKEN_PUBLIC_KEY_FILE: publicKeyFile.optional(),
  TOKEN_SECRET_FILE: secretFile.optional(),
  ALLOWED_ORIGINS: origins.default(SHELL_ORIGINS),
  TRUST_PROXY: proxies.default(false),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .optional()
    .describe("fatal, error, warn, info, debug, trace or silent"),
  METRICS_PORT: whole(0, 65_535).optional(),
  BODY_LIMIT: whole(1, GIB, "bytes").default(1_048_576),
  LOGIN_MAX_FAILURES: whole(1, 1_000_000).default(10),
  LOGIN_WINDOW_MS: whole(1, DAY_MS, "milliseconds").default(900_000),
  TLS_CERT_FILE: certificateFile.optional(),
  TLS_KEY_FILE: file.optional(),
  MAP_TILES_URL: z
    .string()
    .refine((text) => /^https:\/\//.test(text) && ["{x}", "{y}", "{z}"].every((part) => text.includes(part)))
    .optional()
    .describe("a URL template that begins with https:// and holds {x}, {y} and {z}"),
  MAP_TILES_ATTRIBUTION: z.string().default(""),
} as const;

type Values = z.infer<z.ZodObject<typeof variables>>;

/** How tokens are proved (contract): by the API's own answer, or by a signature that the BFF checks itself. */
export type TokenProof =
  | { by: "api" }
  | { by: "jwks"; url: string }
  | { by: "public-key"; pem: string }
  | { by: "secret"; secret: string };

/** A broker that was configured, not the embedded one. */
export interface BrokerConfig {
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** Extra certificate authority, PEM. */
  ca: string | undefined;
}

/** All that the environment decides. Times are in milliseconds and sizes in bytes. */
export interface Config {
  host: string;
  port: number;
  tls: { cert: string; key: string } | undefined;
  /** Undefined: the embedded reference API is started. `ca` is an extra authority, PEM. */
  upstream: { url: string; ca: string | undefined } | undefined;
  upstreamTimeoutMs: number;
  cache: { ttlMs: number; maxBytes: number; staleIfErrorMs: number };
  /** Undefined: the embedded broker, when the embedded API runs; no broker otherwise. */
  broker: BrokerConfig | undefined;
  brokerConnectTimeoutMs: number;
  brokerReconnectPeriodMs: number;
  tokenProof: TokenProof;
  /** Exact origins beside the BFF's own. */
  allowedOrigins: string[];
  trustProxy: boolean | string[];
  logLevel: NonNullable<Values["LOG_LEVEL"]>;
  metricsPort: number | undefined;
  bodyLimit: number;
  login: { maxFailures: number; windowMs: number };
  mapTiles: { url: string; attribution: string } | null;
  /** What the embedded API inherits: the environment without what configures the BFF alone. */
  embeddedEnvironment: Record<string, string>;
  /** Sentences on names that look like mistakes. */
  warnings: string[];
}

/** A start that the environment forbids: `message` lists every mistake, one a line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the configuration from the environment; the only reader of `process.env`.
 * @throws ConfigError naming every wrong variable and what it may be
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])));
  const parsed = z.object(variables).safeParse(given);
  const wrong = new Set(parsed.error?.issues.map((issue) => issue.path[0] as keyof typeof variables));
  const mistakes = [...wrong].map((name) => `${name} must be ${allowed(name)}`);
  mistakes.push(...contradictions(given));
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = parsed.data ?? {};
  if (cert && key && !isKeyPair(cert, key)) mistakes.push("TLS_KEY_FILE must be the key of TLS_CERT_FILE");
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  return toConfig(parsed.data, given);
}

/** The sentence of a variable, found below its default and its optionality. */
function allowed(name: keyof typeof variables): string {
  const schema: z.ZodType = variables[name];
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return schema.description ?? (inner as z.ZodType).description ?? "text";
}

function contradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const both = (first: string, second: string) => given[first] !== undefined && given[second] !== undefined;
  const mistakes: string[] = [];
  for (const name of ["MQTT_USERNAME", "MQTT_PASSWORD"]) {
    if (both(name, `${name}_FILE`)) mistakes.push(`${name} and ${name}_FILE exclude each other: set one of them`);
  }
  const proofs = ["TOKEN_JWKS_URL", "TOKEN_PUBLIC_KEY_FILE", "TOKEN_SECRET_FILE"].filter((name) => given[name]);
  if (proofs.length > 1) mistakes.push(`${proofs.join(" and ")} exclude each other: set one of them`);
  if ((given.TLS_CERT_FILE === undefined) !== (given.TLS_KEY_FILE === undefined)) {
    mistakes.push("TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or none");
  }
  if (given.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    mistakes.push(
      "NODE_TLS_REJECT_UNAUTHORIZED must be unset: verification is never switched off; name an own authority with UPSTREAM_CA_FILE or MQTT_CA_FILE",
    );
  }
  return mistakes;
}

function toConfig(values: Values, given: Readonly<Record<string, string>>): Config {
  const username = values.MQTT_USERNAME ?? values.MQTT_USERNAME_FILE;
  const password = values.MQTT_PASSWORD ?? values.MQTT_PASSWORD_FILE;
  return {
    host: values.HOST,
    port: values.PORT,
    tls:
      values.TLS_CERT_FILE && values.TLS_KEY_FILE
        ? { cert: values.TLS_CERT_FILE, key: values.TLS_KEY_FILE }
        : undefined,
    upstream: values.UPSTREAM_URL ? { url: values.UPSTREAM_URL, ca: values.UPSTREAM_CA_FILE } : undefined,
    upstreamTimeoutMs: values.UPSTREAM_TIMEOUT_MS,
    cache: {
      ttlMs: values.CACHE_TTL_MS,
      maxBytes: values.CACHE_MAX_BYTES,
      staleIfErrorMs: values.CACHE_STALE_IF_ERROR_MS,
    },
    broker: values.MQTT_URL ? { url: values.MQTT_URL, username, password, ca: values.MQTT_CA_FILE } : undefined,
    brokerConnectTimeoutMs: values.MQTT_CONNECT_TIMEOUT_MS,
    brokerReconnectPeriodMs: values.MQTT_RECONNECT_PERIOD_MS,
    tokenProof: tokenProof(values),
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    // The demonstration speaks to a person at a terminal, a deployment to a log collector.
    logLevel: values.LOG_LEVEL ?? (values.UPSTREAM_URL ? "info" : "warn"),
    metricsPort: values.METRICS_PORT,
    bodyLimit: values.BODY_LIMIT,
    login: { maxFailures: values.LOGIN_MAX_FAILURES, windowMs: values.LOGIN_WINDOW_MS },
    mapTiles: values.MAP_TILES_URL ? { url: values.MAP_TILES_URL, attribution: values.MAP_TILES_ATTRIBUTION } : null,
    embeddedEnvironment: embeddedEnvironment(given),
    warnings: similarNames(Object.keys(given), Object.keys(variables)),
  };
}

function tokenProof(values: Values): TokenProof {
  if (values.TOKEN_JWKS_URL) return { by: "jwks", url: values.TOKEN_JWKS_URL };
  if (values.TOKEN_PUBLIC_KEY_FILE) return { by: "public-key", pem: values.TOKEN_PUBLIC_KEY_FILE };
  if (values.TOKEN_SECRET_FILE) return { by: "secret", secret: values.TOKEN_SECRET_FILE };
  return { by: "api" };
}

/** Variables that both programs know, but that mean the BFF when one command starts both. */
const BFF_ONLY = new Set(["HOST", "PORT", "TLS_CERT_FILE", "TLS_KEY_FILE", "LOG_LEVEL"]);

/** The embedded API's own port is `API_PORT`; unset, it takes the specification's where it may. */
function embeddedEnvironment(given: Readonly<Record<string, string>>): Record<string, string> {
  const env = Object.fromEntries(Object.entries(given).filter(([name]) => !BFF_ONLY.has(name)));
  return given.API_PORT === undefined ? env : { ...env, PORT: given.API_PORT };
}
