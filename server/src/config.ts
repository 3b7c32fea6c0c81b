import { resolve } from "node:path";
import { refusal, similarNames } from "@lamina/shared/core/variables";
import type { MapTiles } from "@lamina/shared/messages/runtime-config";
import * as z from "zod";
import { removedVariables, unusualAddresses } from "./config-hints.ts";
import { isKeyPair, LOOPBACK, variables } from "./config-variables.ts";

type Values = z.infer<z.ZodObject<typeof variables>>;

/** How tokens are proved (contract): by the API's response, or by a signature that the BFF verifies itself. */
export type TokenProof =
  | { by: "api" }
  | { by: "jwks"; url: string }
  | { by: "public-key"; pem: string }
  | { by: "secret"; secret: string };

export interface BrokerConfig {
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** Additional certificate authority, PEM. */
  ca: string | undefined;
}

/** The configuration from the environment. Times are in milliseconds and sizes in bytes. */
export interface Config {
  host: string;
  port: number;
  tls: { cert: string; key: string } | undefined;
  /** Undefined starts the embedded reference API. `ca` is an additional authority, PEM. */
  upstream: { url: string; ca: string | undefined } | undefined;
  upstreamTimeoutMs: number;
  upstreamHealthTimeoutMs: number;
  /** Whether the BFF finds out which screens an API can feed that does not list them. */
  upstreamSurvey: boolean;
  /** With `valkeyUrl` it is shared with other BFFs. */
  cache: {
    ttlMs: number;
    maxBytes: number;
    staleIfErrorMs: number;
    /** Whether a gateway's 502, 503 or 504 is answered by the stale answer too. */
    staleIfGatewayError?: boolean | undefined;
    valkeyUrl?: string | undefined;
  };
  /** Undefined means the embedded broker with the embedded API, and otherwise no broker. */
  broker: BrokerConfig | undefined;
  brokerConnectTimeoutMs: number;
  brokerReconnectPeriodMs: number;
  brokerKeepAliveMs: number;
  /** The largest packet that the broker takes. */
  brokerMaxPacketBytes: number;
  tokenProof: TokenProof;
  /** Exact origins beside the BFF's own. */
  allowedOrigins: string[];
  trustProxy: boolean | string[];
  /** Whether an external API is a demonstration; the embedded one always is. */
  demo: boolean;
  logLevel: NonNullable<Values["LOG_LEVEL"]>;
  metricsPort: number | undefined;
  tracesEndpoint: string | undefined;
  bodyLimit: number;
  /** Maximum bytes of request bodies in memory, over all requests. */
  maxPendingBodyBytes: number;
  maxConnections: number;
  /** Folder of the built client; undefined means the one beside this program. */
  clientFolder: string | undefined;
  /** Time between the stop signal and the closing of the listener, in which the BFF is not ready but still serves. */
  drainDelayMs: number;
  login: { maxFailures: number; windowMs: number };
  mapTiles: MapTiles | null;
  /** The contact for personal data (LGPD, art. 41). Undefined: the privacy policy names the person who gave access. */
  privacy: { controller: string; officer: string; contact: string } | undefined;
  /** Who signs the phone's app: fingerprints of the keys on Android, the team on iOS. */
  appLinks: { androidKeys: string[] | undefined; appleTeam: string | undefined };
  /** Folder of this program's own data, where Valkey is not configured. */
  stateDir: string;
  /** Channels to devices with the app closed. Without keys of VAPID this program makes its own. */
  push: {
    vapidKeys: Values["VAPID_KEYS_FILE"];
    vapidSubject: string;
    fcm: Values["FCM_CREDENTIALS_FILE"];
    apns: { key: string; keyId: string; teamId: string; topic: string } | undefined;
  };
  /** Environment of the embedded API: all variables except the BFF's own. */
  embeddedEnvironment: Record<string, string>;
  /** Paths of the configured files, which are read again when they change. */
  files: string[];
  /** Sentences on values that are probably mistakes. */
  warnings: string[];
}

const NAMES = Object.keys(variables);

/** An invalid environment. `message` lists all mistakes, one per line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the configuration from the environment; the only reader of `process.env`.
 * @throws ConfigError with every invalid variable and its allowed values
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const settings = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const parsed = z.object(variables).safeParse(settings);
  const wrong = new Set(parsed.error?.issues.map((issue) => issue.path[0] as keyof typeof variables));
  const mistakes = [...wrong].map((name) =>
    refusal(name, { name, schema: variables[name], error: parsed.error, value: settings[name] }),
  );
  mistakes.push(...contradictions(settings), ...similarNames(Object.keys(settings), NAMES, 1));
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = parsed.data ?? {};
  if (cert && key && !isKeyPair(cert, key)) mistakes.push("TLS_KEY_FILE must be the key of TLS_CERT_FILE");
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  return toConfig(parsed.data, settings);
}

function contradictions(settings: Readonly<Record<string, string | undefined>>): string[] {
  const both = (first: string, second: string) => settings[first] !== undefined && settings[second] !== undefined;
  const mistakes: string[] = [];
  for (const name of ["MQTT_USERNAME", "MQTT_PASSWORD", "VALKEY_URL"]) {
    if (both(name, `${name}_FILE`)) mistakes.push(`${name} and ${name}_FILE exclude each other: set one of them`);
  }
  const proofs = ["TOKEN_JWKS_URL", "TOKEN_PUBLIC_KEY_FILE", "TOKEN_SECRET_FILE"].filter((name) => settings[name]);
  if (proofs.length > 1) mistakes.push(`${proofs.join(" and ")} exclude each other: set one of them`);
  if ((settings.TLS_CERT_FILE === undefined) !== (settings.TLS_KEY_FILE === undefined)) {
    mistakes.push("TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or none");
  }
  const credentials = ["MQTT_USERNAME", "MQTT_USERNAME_FILE", "MQTT_PASSWORD", "MQTT_PASSWORD_FILE"];
  const idle = credentials.filter((name) => settings[name] !== undefined && settings.MQTT_URL === undefined);
  if (idle.length > 0)
    mistakes.push(`${idle.join(" and ")} ${idle.length > 1 ? "need" : "needs"} a broker: set MQTT_URL too`);
  if (
    settings.METRICS_PORT !== undefined &&
    settings.METRICS_PORT !== "0" &&
    settings.METRICS_PORT === (settings.PORT ?? "8080")
  ) {
    mistakes.push("METRICS_PORT must differ from PORT: unset it to serve /metrics there");
  }
  if (isOwnAddress(settings))
    mistakes.push("UPSTREAM_URL must name your API, and this is the address of this server itself");
  if (settings.NODE_ENV === "production" && settings.UPSTREAM_URL === undefined && settings.DEMO !== "1") {
    mistakes.push("UPSTREAM_URL must name your API; DEMO=1 starts the reference API with a demo farm instead");
  }
  const privacy = ["PRIVACY_CONTROLLER", "PRIVACY_OFFICER", "PRIVACY_CONTACT"];
  if (new Set(privacy.map((name) => settings[name] === undefined)).size > 1) {
    mistakes.push(`${privacy.join(", ")} belong together: set all or none`);
  }
  const apns = ["APNS_KEY_FILE", "APNS_KEY_ID", "APNS_TEAM_ID", "APNS_TOPIC"];
  if (new Set(apns.map((name) => settings[name] === undefined)).size > 1) {
    mistakes.push(`${apns.join(", ")} belong together: set all or none`);
  }
  if (settings.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    mistakes.push(
      "NODE_TLS_REJECT_UNAUTHORIZED must be unset: verification is never switched off; name an own authority with UPSTREAM_CA_FILE or MQTT_CA_FILE",
    );
  }
  return mistakes;
}

/** Whether `UPSTREAM_URL` is the address that this server listens on. Names of a DNS are found out by `via.ts`. */
function isOwnAddress({
  UPSTREAM_URL,
  HOST = "127.0.0.1",
  PORT = "8080",
}: Readonly<Record<string, string | undefined>>) {
  const url = URL.parse(UPSTREAM_URL ?? "");
  if (!url || (url.port || { "https:": "443", "http:": "80" }[url.protocol]) !== PORT) return false;
  const servesLoopback = LOOPBACK.test(HOST) || ["0.0.0.0", "::", "::1"].includes(HOST);
  return url.hostname === HOST || (servesLoopback && LOOPBACK.test(url.hostname));
}

function toConfig(values: Values, settings: Readonly<Record<string, string>>): Config {
  const username = values.MQTT_USERNAME ?? values.MQTT_USERNAME_FILE;
  const password = values.MQTT_PASSWORD ?? values.MQTT_PASSWORD_FILE;
  const contact = values.PRIVACY_CONTACT;
  return {
    host: values.HOST,
    port: values.PORT,
    tls:
      values.TLS_CERT_FILE && values.TLS_KEY_FILE
        ? { cert: values.TLS_CERT_FILE, key: values.TLS_KEY_FILE }
        : undefined,
    upstream: values.UPSTREAM_URL ? { url: values.UPSTREAM_URL, ca: values.UPSTREAM_CA_FILE } : undefined,
    upstreamTimeoutMs: values.UPSTREAM_TIMEOUT_MS,
    upstreamHealthTimeoutMs: values.UPSTREAM_HEALTH_TIMEOUT_MS,
    upstreamSurvey: values.UPSTREAM_SURVEY === "1",
    cache: {
      ttlMs: values.CACHE_TTL_MS,
      maxBytes: values.CACHE_MAX_BYTES,
      staleIfErrorMs: values.CACHE_STALE_IF_ERROR_MS,
      staleIfGatewayError: values.STALE_IF_GATEWAY_ERROR === "1",
      valkeyUrl: values.VALKEY_URL ?? values.VALKEY_URL_FILE,
    },
    broker: values.MQTT_URL ? { url: values.MQTT_URL, username, password, ca: values.MQTT_CA_FILE } : undefined,
    brokerConnectTimeoutMs: values.MQTT_CONNECT_TIMEOUT_MS,
    brokerReconnectPeriodMs: values.MQTT_RECONNECT_PERIOD_MS,
    brokerKeepAliveMs: values.MQTT_KEEP_ALIVE_MS,
    brokerMaxPacketBytes: values.MQTT_MAX_PACKET_BYTES,
    tokenProof: tokenProof(values),
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    demo: values.DEMO === "1",
    // The demonstration has a user at a terminal, a deployment has a log collector.
    logLevel: values.LOG_LEVEL ?? (values.UPSTREAM_URL ? "info" : "warn"),
    metricsPort: values.METRICS_PORT,
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    bodyLimit: values.BODY_LIMIT,
    maxPendingBodyBytes: values.MAX_PENDING_BODY_BYTES,
    maxConnections: values.MAX_CONNECTIONS,
    clientFolder: values.CLIENT_DIR === undefined ? undefined : resolve(values.CLIENT_DIR),
    drainDelayMs: values.DRAIN_DELAY_MS,
    login: { maxFailures: values.LOGIN_MAX_FAILURES, windowMs: values.LOGIN_WINDOW_MS },
    mapTiles: tilesOf(values.MAP_TILES_URL, values.MAP_TILES_ATTRIBUTION),
    privacy: privacyContact(values),
    appLinks: { androidKeys: values.ANDROID_KEY_FINGERPRINTS, appleTeam: values.APPLE_TEAM_ID },
    stateDir: resolve(values.STATE_DIR),
    push: {
      vapidKeys: values.VAPID_KEYS_FILE,
      vapidSubject: values.VAPID_SUBJECT ?? (contact?.includes("@") ? `mailto:${contact}` : "mailto:push@localhost"),
      fcm: values.FCM_CREDENTIALS_FILE,
      apns: apnsKey(values),
    },
    embeddedEnvironment: embeddedEnvironment(settings, values.PORT),
    files: Object.entries(settings).flatMap(([name, path]) =>
      name.endsWith("_FILE") && name in variables ? [path] : [],
    ),
    warnings: [
      ...similarNames(Object.keys(settings), NAMES, 2),
      ...removedVariables(Object.keys(settings)),
      ...unusualAddresses(values),
      ...smallBudget(values),
    ],
  };
}

/** A caller whose token is not proved yet has half of the budget at most. */
function smallBudget({ BODY_LIMIT, MAX_PENDING_BODY_BYTES }: Values): string[] {
  if (2 * BODY_LIMIT <= MAX_PENDING_BODY_BYTES) return [];
  return ["MAX_PENDING_BODY_BYTES is less than twice BODY_LIMIT, so the largest bodies are refused."];
}

const tilesOf = (url: string | undefined, attribution: string) => (url ? { url, attribution } : null);

function tokenProof(values: Values): TokenProof {
  if (values.TOKEN_JWKS_URL) return { by: "jwks", url: values.TOKEN_JWKS_URL };
  if (values.TOKEN_PUBLIC_KEY_FILE) return { by: "public-key", pem: values.TOKEN_PUBLIC_KEY_FILE };
  if (values.TOKEN_SECRET_FILE) return { by: "secret", secret: values.TOKEN_SECRET_FILE };
  return { by: "api" };
}

function privacyContact(values: Values): Config["privacy"] {
  const { PRIVACY_CONTROLLER: controller, PRIVACY_OFFICER: officer, PRIVACY_CONTACT: contact } = values;
  return controller && officer && contact ? { controller, officer, contact } : undefined;
}

function apnsKey(values: Values): Config["push"]["apns"] {
  const { APNS_KEY_FILE: key, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic } = values;
  return key && keyId && teamId && topic ? { key, keyId, teamId, topic } : undefined;
}

/** Variables that both programs know, but that apply to the BFF when one command starts both. */
const BFF_ONLY = new Set([
  "HOST",
  "PORT",
  "METRICS_PORT",
  "TLS_CERT_FILE",
  "TLS_KEY_FILE",
  "LOG_LEVEL",
  "DRAIN_DELAY_MS",
  "TRUST_PROXY",
  "LOGIN_MAX_FAILURES",
  "MAX_CONNECTIONS",
  "MAX_PENDING_BODY_BYTES",
  "VALKEY_URL",
  "VALKEY_URL_FILE",
]);

/**
 * The embedded API's port is `API_PORT`; unset, it uses the specification's port if it may. It trusts the addresses
 * that this BFF forwards. Without an address of the app, its passkeys are of the page that is opened on this computer.
 */
function embeddedEnvironment(settings: Readonly<Record<string, string>>, port: number): Record<string, string> {
  const hasPage = settings.APP_URL === undefined && settings.TLS_CERT_FILE === undefined && port !== 0;
  const passkeys = hasPage ? { PASSKEY_ORIGINS: new URL(`http://localhost:${port}`).origin } : {};
  const env = Object.fromEntries(Object.entries(settings).filter(([name]) => !BFF_ONLY.has(name)));
  const own = settings.API_PORT === undefined ? {} : { PORT: settings.API_PORT };
  return { ...passkeys, ...env, TRUST_PROXY: "loopback", ...own };
}
