import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { API_PORT } from "@lamina/shared/core/limits";
import { ProxyAddress } from "@lamina/shared/core/proxy-address";
import { hostName, logLevel, refusal, similarNames, whole } from "@lamina/shared/core/variables";
import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import type { Retention } from "@lamina/shared/views/retention";
import * as z from "zod";
import { authorityFaults, isCertificate, pairFaults, unreadable } from "./tls/pem.ts";

const REPOSITORY_ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The parts of the program that a process runs. */
const ROLES = ["all", "api", "worker", "ingest"] as const;

const text = z.string().trim().min(1).optional();
const port = whole(0, 65_535);
const flag = z
  .enum(["0", "1"])
  .transform((value) => value === "1")
  .describe("0 or 1");
const secret = (min: number) => z.string().min(min).describe(`a text of at least ${min} characters`);
const list = z
  .string()
  .default("")
  .transform((value) => value.split(/[\s,]+/).filter(Boolean));

/** A URL of one of these schemes. */
function address(...schemes: string[]) {
  const beginnings = schemes.map((scheme) => `${scheme}://`);
  const [last] = beginnings.splice(-1);
  return z
    .url({ protocol: new RegExp(`^(${schemes.join("|")})$`) })
    .describe(`a URL that begins with ${[...beginnings, last].join(" or ")}`);
}

/** 0 means without limit. */
const months = (usual: number) =>
  whole(0, 1200, "months")
    .transform((given) => (given === 0 ? null : given))
    .prefault(String(usual))
    .describe("a whole number of months from 1 to 1200, or 0 for no limit");

const Environment = z.object({
  HOST: hostName.default("127.0.0.1"),
  PORT: port.optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data/upstream")
    .transform((path) => resolve(REPOSITORY_ROOT, path)),
  ROLE: z.enum(ROLES).default("all").describe("all, api, worker or ingest"),
  /** Encrypts the secrets in the database, which makes them common to all processes of the installation. */
  SECRET_KEY: secret(32).optional(),
  DATABASE_URL: address("postgres", "postgresql").optional(),
  DATABASE_PASSWORD: text,
  DEMO: flag.optional(),
  DEMO_PASSWORD: z.string().min(1).default(DOCUMENTED_DEMO_PASSWORD),
  ADMIN_PASSWORD: secret(8).optional(),
  DEMO_FLEET: flag.default(false),
  DEMO_HISTORY_DAYS: whole(0, 730, "days").default(365),
  KEEP_READINGS_MONTHS: months(24),
  KEEP_NOTIFICATIONS_MONTHS: months(24),
  KEEP_AUDIT_MONTHS: months(60),
  SEED: whole(0, 0xffff_ffff).default(56),
  MQTT_URL: address("wss", "mqtts", "ws", "mqtt").optional(),
  MQTT_PORT: port.optional(),
  MQTT_USERNAME: text,
  MQTT_PASSWORD: text,
  MQTT_CA: z.string().refine(isCertificate).describe("a certificate in PEM").optional(),
  TOKEN_TTL_SECONDS: whole(60, 30 * 86_400, "seconds").default(8 * 3600),
  TRUST_PROXY: list
    .pipe(z.array(ProxyAddress))
    .describe("addresses such as 10.0.0.0/8 or loopback, separated by commas"),
  LOGIN_MAX_FAILURES: whole(1, 10_000).default(30),
  TLS_HOSTNAMES: list,
  TLS_CERT_FILE: text,
  TLS_KEY_FILE: text,
  TLS_CA_COPY_FILE: text,
  DRAIN_DELAY_MS: whole(0, 60_000, "milliseconds").default(0),
  SMTP_URL: address("smtps", "smtp").optional(),
  SMTP_CA_FILE: text,
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^([^<>]*<)?[^\s<>@]+@[^\s<>@]+>?$/)
    .describe("an address, such as Lâmina <avisos@example.com.br>")
    .optional(),
  OPEN_METEO_API_KEY: text,
  APP_URL: address("https").optional(),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address("https", "http").optional(),
  LOG_LEVEL: logLevel.default("info"),
});

/** Variables that are also read from a file named by `<NAME>_FILE`. */
const FROM_FILES = [
  "DATABASE_PASSWORD",
  "DEMO_PASSWORD",
  "ADMIN_PASSWORD",
  "MQTT_USERNAME",
  "MQTT_PASSWORD",
  "MQTT_CA",
  "SECRET_KEY",
  "SMTP_URL",
  "OPEN_METEO_API_KEY",
] as const;

/** Names of one word, such as SEED, differ by one letter from too many other programs' variables. */
const LONG_NAMES = [...Object.keys(Environment.shape), ...FROM_FILES.map((name) => `${name}_FILE`)].filter((name) =>
  name.includes("_"),
);

/** What a process needs beside the key to share its installation with others, and why. */
const SHARED_NEEDS = {
  DATABASE_URL: "PGlite belongs to one process",
  MQTT_URL: "an embedded broker reaches only the users who are connected to it",
  TLS_CERT_FILE: "callers trust one certificate of all processes",
} as const;

/** The program's settings from the environment. */
export interface Config {
  host: string;
  /** Undefined: the specification's port if it can be bound, else the fallback. 0: any free one. */
  port: number | undefined;
  dataDir: string;
  role: (typeof ROLES)[number];
  /** Of the secrets in the database; undefined: in `dataDir`, for an installation of one process. */
  secretKey: string | undefined;
  /** Undefined: PGlite under `dataDir`. */
  databaseServer: DatabaseServer | undefined;
  /** Undefined: no demo data. */
  demo: { password: string; historyDays: number; fleet: boolean } | undefined;
  /** Retention times of growing data. */
  keep: Retention;
  /** Seed of the simulation. */
  seed: number;
  /** Password of the first administrator of an empty database; undefined generates one. */
  adminPassword: string | undefined;
  /** `port` undefined: the specification's port if it is free, else any. */
  broker:
    | { kind: "embedded"; port: number | undefined; username: string; password: (() => string) | undefined }
    | ExternalBroker;
  tokenTtlSeconds: number;
  /** Failed logins of one name, or of one name from a known address, before further ones wait. */
  loginMaxFailures: number;
  /** The BFFs or proxies whose `X-Forwarded-For` names the caller; empty: no proxy is trusted. */
  trustProxy: string[];
  tls: {
    hostnames: string[];
    certFile: string | undefined;
    keyFile: string | undefined;
    /** Copy of the authority's certificate for callers, who must not read the data folder with its keys. */
    caCopyFile: string | undefined;
  };
  /** Time between the stop signal and the closing of the listener, in which the API still serves. */
  drainDelayMs: number;
  /** Undefined: no mails are sent. */
  mail: MailServer | undefined;
  /** Of a customer of Open-Meteo, asked at each request; undefined: its service for non-commercial use. */
  openMeteoKey: (() => string) | undefined;
  /** Address of the app, for links in mails; undefined: no mails that a person subscribes to. */
  appUrl: string | undefined;
  logLevel: string;
  /** Undefined: no metrics. */
  metricsPort: number | undefined;
  /** Of the trace collector; undefined disables tracing. */
  tracesEndpoint: string | undefined;
}

/** A PostgreSQL server. */
export interface DatabaseServer {
  url: string;
  /** Asked at each connection, because its file may change; undefined: the URL has it. */
  password?: (() => string) | undefined;
}

/** The server that takes mails. */
export interface MailServer {
  /** `smtps://user:password@host`, or `smtp://` with STARTTLS. Asked at each mail, because its file may change. */
  url: () => string;
  /** Sender, such as `Lâmina <avisos@example.com.br>`. */
  from: string;
  caFile: string | undefined;
}

export interface ExternalBroker {
  kind: "external";
  url: string;
  /** These are asked at each connection, because their files may change. */
  username: () => string;
  password: () => string;
  /** PEM of the trusted authority; undefined: the known ones. */
  ca: (() => string) | undefined;
}

/** A start with invalid configuration; the message lists every error with its variable. */
export class ConfigError extends Error {}

/**
 * Reads the environment.
 * @throws ConfigError listing every error at once, each with the variable's name
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const mistakes: string[] = [];
  const set = withoutEmpty(environment);
  mistakes.push(...similarNames(Object.keys(set), LONG_NAMES, 1));
  const given = readFiles(set, mistakes);
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0] as keyof typeof Environment.shape));
    for (const key of wrong) {
      const isFile = given[`${key}_FILE`] !== undefined;
      const name = isFile ? `${key}_FILE` : key;
      const schema = Environment.shape[key];
      mistakes.push(
        refusal(key, { name, schema, error: parsed.error, value: given[name], verb: isFile ? "hold" : "be" }),
      );
    }
    throw new ConfigError(mistakes.join("\n"));
  }
  const env = parsed.data;
  if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined))
    mistakes.push("TLS_CERT_FILE, TLS_KEY_FILE: give both or none");
  else if (env.TLS_CERT_FILE && env.TLS_KEY_FILE) mistakes.push(...pairFaults(env.TLS_CERT_FILE, env.TLS_KEY_FILE));
  if (env.MQTT_URL && !(env.MQTT_USERNAME && env.MQTT_PASSWORD))
    mistakes.push("MQTT_USERNAME, MQTT_PASSWORD: an external broker (MQTT_URL) needs both");
  if ((env.SMTP_URL === undefined) !== (env.MAIL_FROM === undefined))
    mistakes.push("SMTP_URL, MAIL_FROM: give both or none");
  if (env.SMTP_CA_FILE) mistakes.push(...authorityFaults("SMTP_CA_FILE", env.SMTP_CA_FILE));
  if (env.ROLE !== "all" && env.SECRET_KEY === undefined)
    mistakes.push(
      `SECRET_KEY_FILE: ROLE=${env.ROLE} shares its installation with other processes, and needs their key`,
    );
  for (const [name, reason] of Object.entries(SHARED_NEEDS))
    if (env.SECRET_KEY !== undefined && env[name as keyof typeof SHARED_NEEDS] === undefined)
      mistakes.push(`${name}: needed with SECRET_KEY_FILE, because ${reason}`);
  if (env.METRICS_PORT && env.METRICS_PORT === (env.PORT ?? DEFAULT_PORT))
    mistakes.push("METRICS_PORT must differ from PORT");
  if (given.NODE_TLS_REJECT_UNAUTHORIZED === "0")
    mistakes.push(
      "NODE_TLS_REJECT_UNAUTHORIZED must be unset: verification is never switched off; name an own authority with MQTT_CA_FILE or SMTP_CA_FILE",
    );
  const hasDemo = env.DEMO ?? env.DATABASE_URL === undefined;
  if (env.DEMO_FLEET && !hasDemo) mistakes.push("DEMO_FLEET: its client belongs to the demo, which needs DEMO=1");
  if (mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));

  return {
    role: env.ROLE,
    secretKey: env.SECRET_KEY,
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseServer: env.DATABASE_URL
      ? { url: env.DATABASE_URL, password: latest("DATABASE_PASSWORD", given) }
      : undefined,
    demo: hasDemo
      ? { password: env.DEMO_PASSWORD, historyDays: env.DEMO_HISTORY_DAYS, fleet: env.DEMO_FLEET }
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
          username: latest("MQTT_USERNAME", given) ?? (() => ""),
          password: latest("MQTT_PASSWORD", given) ?? (() => ""),
          ca: latest("MQTT_CA", given),
        }
      : {
          kind: "embedded",
          port: env.MQTT_PORT,
          username: env.MQTT_USERNAME ?? "bff",
          password: latest("MQTT_PASSWORD", given),
        },
    tokenTtlSeconds: env.TOKEN_TTL_SECONDS,
    loginMaxFailures: env.LOGIN_MAX_FAILURES,
    trustProxy: env.TRUST_PROXY,
    tls: {
      hostnames: ["localhost", hostname(), ...env.TLS_HOSTNAMES],
      certFile: env.TLS_CERT_FILE,
      keyFile: env.TLS_KEY_FILE,
      caCopyFile: env.TLS_CA_COPY_FILE,
    },
    drainDelayMs: env.DRAIN_DELAY_MS,
    mail:
      env.SMTP_URL && env.MAIL_FROM
        ? { url: latest("SMTP_URL", given) ?? (() => ""), from: env.MAIL_FROM, caFile: env.SMTP_CA_FILE }
        : undefined,
    openMeteoKey: latest("OPEN_METEO_API_KEY", given),
    appUrl: env.APP_URL,
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

function readFiles(environment: Record<string, string>, mistakes: string[]): Record<string, string> {
  const given = { ...environment };
  for (const name of FROM_FILES) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) mistakes.push(`${name}, ${name}_FILE: give one of the two`);
    try {
      given[name] = readText(file);
    } catch (error) {
      mistakes.push(`${name}_FILE: ${unreadable(file, error)}`);
    }
  }
  return given;
}

const readText = (file: string) => readFileSync(file, "utf8").trim();

/** A variable's value as its file has it when it is asked for; a file that cannot be read leaves the last value. */
function latest(
  name: (typeof FROM_FILES)[number],
  given: Readonly<Record<string, string>>,
): (() => string) | undefined {
  const file = given[`${name}_FILE`];
  const first = given[name];
  if (first === undefined) return undefined;
  let value = first;
  return () => {
    try {
      if (file !== undefined) value = readText(file);
    } catch {
      // It is being replaced.
    }
    return value;
  };
}
