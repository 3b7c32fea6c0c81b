import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { API_PORT } from "@lamina/shared/core/limits";
import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import type { Retention } from "@lamina/shared/views/retention";
import * as z from "zod";

const REPOSITORY_ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Port of the API when it may not bind the specification's port. */
export const FALLBACK_PORT = 4440;

const text = z.string().trim().min(1).optional();
const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const seconds = z.coerce.number().int();

/** 0 means without limit. */
const months = (usual: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(1200)
    .default(usual)
    .transform((given) => (given === 0 ? null : given));

const Environment = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: port.optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data/upstream")
    .transform((path) => resolve(REPOSITORY_ROOT, path)),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_PASSWORD: text,
  DEMO: flag.optional(),
  DEMO_PASSWORD: z.string().min(1).default(DOCUMENTED_DEMO_PASSWORD),
  ADMIN_PASSWORD: z.string().min(8).optional(),
  DEMO_HISTORY_DAYS: z.coerce.number().int().min(0).max(730).default(365),
  KEEP_READINGS_MONTHS: months(24),
  KEEP_NOTIFICATIONS_MONTHS: months(24),
  KEEP_AUDIT_MONTHS: months(60),
  SEED: z.coerce.number().int().min(0).max(0xffff_ffff).default(56),
  MQTT_URL: z.url({ protocol: /^(mqtts?|wss?)$/ }).optional(),
  MQTT_PORT: port.optional(),
  MQTT_USERNAME: text,
  MQTT_PASSWORD: text,
  MQTT_CA_FILE: text,
  TOKEN_TTL_SECONDS: seconds
    .min(60)
    .max(30 * 86_400)
    .default(8 * 3600),
  TLS_HOSTNAMES: z
    .string()
    .default("")
    .transform((list) => list.split(/[\s,]+/).filter(Boolean)),
  TLS_CERT_FILE: text,
  TLS_KEY_FILE: text,
  TLS_CA_COPY_FILE: text,
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** Variables that may also be read from a file named by `<NAME>_FILE`. */
const SECRETS = ["DATABASE_PASSWORD", "DEMO_PASSWORD", "ADMIN_PASSWORD", "MQTT_USERNAME", "MQTT_PASSWORD"] as const;

/** The program's settings from the environment. */
export interface Config {
  host: string;
  /** Undefined: the specification's port if it can be bound, else {@link FALLBACK_PORT}. 0: any free one. */
  port: number | undefined;
  dataDir: string;
  /** Undefined: PGlite under `dataDir`. */
  databaseUrl: string | undefined;
  /** Undefined: no demo data. */
  demo: { password: string; historyDays: number } | undefined;
  /** Retention times of growing data. */
  keep: Retention;
  /** Seed of the simulation. */
  seed: number;
  /** Password of the first administrator of an empty database; undefined generates one. */
  adminPassword: string | undefined;
  /** `port` undefined: the specification's port if it is free, else any. */
  broker:
    | { kind: "embedded"; port: number | undefined; username: string; password: string | undefined }
    | ExternalBroker;
  tokenTtlSeconds: number;
  tls: {
    hostnames: string[];
    certFile: string | undefined;
    keyFile: string | undefined;
    /** Copy of the authority's certificate for callers, who must not read the data folder with its keys. */
    caCopyFile: string | undefined;
  };
  logLevel: string;
  /** Undefined: no metrics. */
  metricsPort: number | undefined;
  /** Of the trace collector; undefined disables tracing. */
  tracesEndpoint: string | undefined;
}

export interface ExternalBroker {
  kind: "external";
  url: string;
  username: string;
  password: string;
  caFile: string | undefined;
}

/** A start with invalid configuration; the message lists every error with its variable. */
export class ConfigError extends Error {}

/**
 * Reads the environment.
 * @throws ConfigError listing every error at once, each with the variable's name
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const mistakes: string[] = [];
  const given = readSecrets(withoutEmpty(environment), mistakes);
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) mistakes.push(`${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(mistakes.join("\n"));
  }
  const env = parsed.data;
  if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined))
    mistakes.push("TLS_CERT_FILE, TLS_KEY_FILE: give both or none");
  if (env.MQTT_URL && !(env.MQTT_USERNAME && env.MQTT_PASSWORD))
    mistakes.push("MQTT_USERNAME, MQTT_PASSWORD: an external broker (MQTT_URL) needs both");
  if (mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));

  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: databaseUrl(env.DATABASE_URL, env.DATABASE_PASSWORD),
    demo:
      (env.DEMO ?? env.DATABASE_URL === undefined)
        ? { password: env.DEMO_PASSWORD, historyDays: env.DEMO_HISTORY_DAYS }
        : undefined,
    keep: {
      readingsMonths: env.KEEP_READINGS_MONTHS,
      notificationsMonths: env.KEEP_NOTIFICATIONS_MONTHS,
      auditMonths: env.KEEP_AUDIT_MONTHS,
    },
    seed: env.SEED,
    adminPassword: env.ADMIN_PASSWORD,
    broker: env.MQTT_URL
      ? {
          kind: "external",
          url: env.MQTT_URL,
          username: env.MQTT_USERNAME ?? "",
          password: env.MQTT_PASSWORD ?? "",
          caFile: env.MQTT_CA_FILE,
        }
      : { kind: "embedded", port: env.MQTT_PORT, username: env.MQTT_USERNAME ?? "bff", password: env.MQTT_PASSWORD },
    tokenTtlSeconds: env.TOKEN_TTL_SECONDS,
    tls: {
      hostnames: ["localhost", hostname(), ...env.TLS_HOSTNAMES],
      certFile: env.TLS_CERT_FILE,
      keyFile: env.TLS_KEY_FILE,
      caCopyFile: env.TLS_CA_COPY_FILE,
    },
    logLevel: env.LOG_LEVEL,
    metricsPort: env.METRICS_PORT,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
}

/** The port of the specification (§7). */
export const DEFAULT_PORT = API_PORT;

/** An empty variable, as compose files set it, counts as unset. */
function withoutEmpty(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""),
  );
}

function readSecrets(environment: Record<string, string>, mistakes: string[]): Record<string, string> {
  const given = { ...environment };
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) mistakes.push(`${name}, ${name}_FILE: give one of the two`);
    try {
      given[name] = readFileSync(file, "utf8").trim();
    } catch {
      mistakes.push(`${name}_FILE: cannot read ${file}`);
    }
  }
  return given;
}

function databaseUrl(url: string | undefined, password: string | undefined): string | undefined {
  if (url === undefined || password === undefined) return url;
  const complete = new URL(url);
  complete.password = encodeURIComponent(password);
  return complete.href;
}
