import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ProxyAddress } from "@lamina/shared/core/proxy-address";
import { hostName, logLevel, whole } from "@lamina/shared/core/variables";
import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import * as z from "zod";
import { isCertificate } from "../tls/pem.ts";
import { isOneSite, isPasskeyOrigin } from "./passkey-site.ts";

const REPOSITORY_ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** The parts of the program that a process runs. */
export const ROLES = ["all", "api", "worker", "ingest"] as const;

const text = z.string().trim().min(1).optional();
const port = whole(0, 65_535);
/** The address of a service that may be switched off. */
const archive = z.union([z.literal("off"), address("https", "http")]).optional();
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
    .transform((months) => (months === 0 ? null : months))
    .prefault(String(usual))
    .describe("a whole number of months from 1 to 1200, or 0 for no limit");

/** The variables of the program, by name. */
export const Environment = z.object({
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
  /** MQTT over TLS without WebSocket, usually 8883. */
  MQTTS_PORT: port.optional(),
  /** Of the certificates with which devices sign in at MQTTS_PORT. */
  MQTT_CLIENT_CA: z.string().refine(isCertificate).describe("a certificate in PEM").optional(),
  MQTT_USERNAME: text,
  MQTT_PASSWORD: text,
  MQTT_CA: z.string().refine(isCertificate).describe("a certificate in PEM").optional(),
  TOKEN_TTL_SECONDS: whole(60, 30 * 86_400, "seconds").default(8 * 3600),
  TRUST_PROXY: list
    .pipe(z.array(ProxyAddress))
    .describe("addresses such as 10.0.0.0/8 or loopback, separated by commas"),
  LOGIN_MAX_FAILURES: whole(1, 10_000).default(30),
  DEVICE_READINGS_PER_DAY: whole(1, 1_000_000_000).default(1_000_000),
  CLIENT_READINGS_PER_DAY: whole(1, 1_000_000_000).default(20_000_000),
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
  OPEN_METEO_ARCHIVE_URL: archive,
  NASA_POWER_URL: archive,
  WEATHERLINK_URL: address("https").default("https://api.weatherlink.com"),
  WEATHERLINK_CA: text,
  APP_URL: address("https").optional(),
  PASSKEY_ORIGINS: list
    .refine((origins) => origins.every(isPasskeyOrigin) && isOneSite(origins))
    .describe(
      "origins of the app's pages with their domain first, such as https://lamina.example.com, without a path; an IP address has no passkeys",
    ),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address("https", "http").optional(),
  LOG_LEVEL: logLevel.default("info"),
});

/** Variables that are also read from a file named by `<NAME>_FILE`. */
export const FROM_FILES = [
  "DATABASE_PASSWORD",
  "DEMO_PASSWORD",
  "ADMIN_PASSWORD",
  "MQTT_USERNAME",
  "MQTT_PASSWORD",
  "MQTT_CA",
  "MQTT_CLIENT_CA",
  "SECRET_KEY",
  "SMTP_URL",
  "OPEN_METEO_API_KEY",
  "WEATHERLINK_CA",
] as const;
