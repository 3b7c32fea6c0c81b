import { hostname } from "node:os";
import { API_PORT } from "@lamina/shared/core/limits";
import { refusal, similarNames } from "@lamina/shared/core/variables";
import type { Retention } from "@lamina/shared/views/retention";
import { Environment, FROM_FILES, type ROLES } from "./config/environment.ts";
import { latest, readFiles, withoutEmpty } from "./config/files.ts";
import { type PasskeySite, passkeySite } from "./config/passkey-site.ts";
import { authorityFaults, pairFaults } from "./tls/pem.ts";

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
  /** `port` undefined: the specification's port if it is free, else any; `tlsPort` undefined: closed. */
  broker:
    | {
        kind: "embedded";
        port: number | undefined;
        tlsPort: number | undefined;
        /** Authority of the certificates of devices; undefined: they sign in with passwords alone. */
        clientCa: string | undefined;
        username: string;
        password: (() => string) | undefined;
      }
    | ExternalBroker;
  tokenTtlSeconds: number;
  /** Failed logins of one name, or of one name from a known address, before further ones wait. */
  loginMaxFailures: number;
  /** Readings of a UTC day, of one device and of all devices of one client. */
  readingLimits: { device: number; client: number };
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
  /** Addresses of the archives of past weather; undefined is the public service, `off` none. */
  archives: { openMeteo: string | undefined; nasaPower: string | undefined };
  /** Davis WeatherLink, and a further authority for its certificate. */
  weatherLinkUrl: string;
  weatherLinkCa: string | undefined;
  /** Address of the app, for links in mails; undefined: no mails that a person subscribes to. */
  appUrl: string | undefined;
  /** Where passkeys are valid; undefined: there are none. */
  passkeySite: PasskeySite | undefined;
  logLevel: string;
  /** Undefined: no metrics. */
  metricsPort: number | undefined;
  /** Of the trace collector; undefined disables tracing. */
  tracesEndpoint: string | undefined;
}

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
  /** Address of the app, the only one that mails link. */
  appUrl?: string | undefined;
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
  const settings = readFiles(set, mistakes);
  const parsed = Environment.safeParse(settings);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0] as keyof typeof Environment.shape));
    for (const key of wrong) {
      const isFile = settings[`${key}_FILE`] !== undefined;
      const name = isFile ? `${key}_FILE` : key;
      const schema = Environment.shape[key];
      mistakes.push(
        refusal(key, { name, schema, error: parsed.error, value: settings[name], verb: isFile ? "hold" : "be" }),
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
  if (env.MQTT_CLIENT_CA && env.MQTTS_PORT === undefined)
    mistakes.push("MQTT_CLIENT_CA: devices sign in with certificates at MQTTS_PORT, which is not set");
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
  if (settings.NODE_TLS_REJECT_UNAUTHORIZED === "0")
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
      ? { url: env.DATABASE_URL, password: latest("DATABASE_PASSWORD", settings) }
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
          username: latest("MQTT_USERNAME", settings) ?? (() => ""),
          password: latest("MQTT_PASSWORD", settings) ?? (() => ""),
          ca: latest("MQTT_CA", settings),
        }
      : {
          kind: "embedded",
          port: env.MQTT_PORT,
          tlsPort: env.MQTTS_PORT,
          clientCa: env.MQTT_CLIENT_CA,
          username: env.MQTT_USERNAME ?? "bff",
          password: latest("MQTT_PASSWORD", settings),
        },
    tokenTtlSeconds: env.TOKEN_TTL_SECONDS,
    loginMaxFailures: env.LOGIN_MAX_FAILURES,
    readingLimits: { device: env.DEVICE_READINGS_PER_DAY, client: env.CLIENT_READINGS_PER_DAY },
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
        ? {
            url: latest("SMTP_URL", settings) ?? (() => ""),
            from: env.MAIL_FROM,
            caFile: env.SMTP_CA_FILE,
            appUrl: env.APP_URL,
          }
        : undefined,
    openMeteoKey: latest("OPEN_METEO_API_KEY", settings),
    archives: { openMeteo: env.OPEN_METEO_ARCHIVE_URL, nasaPower: env.NASA_POWER_URL },
    weatherLinkUrl: env.WEATHERLINK_URL,
    weatherLinkCa: env.WEATHERLINK_CA,
    appUrl: env.APP_URL,
    passkeySite: passkeySite(env.PASSKEY_ORIGINS, env.APP_URL),
    logLevel: env.LOG_LEVEL,
    metricsPort: env.METRICS_PORT,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
}

/** The port of the specification (§7). */
export const DEFAULT_PORT = API_PORT;
