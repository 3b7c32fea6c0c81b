import { createECDH } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate } from "../../scripts/testing/certificate.ts";
import { ConfigError, readConfig } from "./config.ts";

let folder: string;
const at = (name: string) => join(folder, name);
let certificate: string;
beforeAll(async () => {
  const { cert, key } = await makeCertificate();
  certificate = cert;
  folder = mkdtempSync(join(tmpdir(), "lamina-config-"));
  writeFileSync(at("pem"), cert);
  writeFileSync(at("key"), key);
  writeFileSync(at("other"), (await makeCertificate()).key);
  writeFileSync(at("text"), "no certificate");
  writeFileSync(at("secret"), "hidden\n");
  writeFileSync(at("empty"), "\n");
  writeFileSync(at("valkey"), "rediss://:word@valkey.example:6379\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

function mistakes(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split("\n");
    throw error;
  }
}

test("the defaults are the contract's", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    tls: undefined,
    upstream: undefined,
    upstreamTimeoutMs: 30_000,
    cache: { ttlMs: 1_000, maxBytes: 67_108_864, staleIfErrorMs: 300_000 },
    broker: undefined,
    brokerConnectTimeoutMs: 10_000,
    brokerReconnectPeriodMs: 10_000,
    tokenProof: { by: "api" },
    allowedOrigins: ["capacitor://localhost", "https://localhost"],
    trustProxy: false,
    metricsPort: undefined,
    mapTiles: null,
    privacy: undefined,
    warnings: [],
  });
});

test("an empty variable, as compose files set it, counts as unset", () => {
  expect(readConfig({ PORT: "", UPSTREAM_URL: "", TOKEN_JWKS_URL: "" })).toEqual(readConfig({}));
});

test("accepts every variable", () => {
  const config = readConfig({
    HOST: "0.0.0.0",
    PORT: "9000",
    UPSTREAM_URL: "https://api.example.com.br:444/v1",
    UPSTREAM_CA_FILE: at("pem"),
    MQTT_URL: "wss://broker.example.com.br:8884/mqtt",
    MQTT_USERNAME: "bff",
    MQTT_PASSWORD_FILE: at("secret"),
    TOKEN_SECRET_FILE: at("secret"),
    ALLOWED_ORIGINS: "https://app.example.com.br, capacitor://localhost",
    TRUST_PROXY: "loopback, 10.0.0.0/8, ::1",
    METRICS_PORT: "9100",
    LOGIN_MAX_FAILURES: "3",
    LOGIN_WINDOW_MS: "1000",
    TLS_CERT_FILE: at("pem"),
    TLS_KEY_FILE: at("key"),
    MAP_TILES_URL: "https://{s}.tiles.example/{z}/{x}/{y}.png",
    MAP_TILES_ATTRIBUTION: "© somebody",
    PRIVACY_CONTROLLER: "Fazendas Reunidas",
    PRIVACY_OFFICER: "Ana Lima",
    PRIVACY_CONTACT: "dados@farm.test",
    APPLE_TEAM_ID: "A1B2C3D4E5",
  });
  expect(config).toMatchObject({
    upstream: { url: "https://api.example.com.br:444/v1", ca: certificate },
    broker: { url: "wss://broker.example.com.br:8884/mqtt", username: "bff", password: "hidden", ca: undefined },
    tokenProof: { by: "secret", secret: "hidden" },
    allowedOrigins: ["https://app.example.com.br", "capacitor://localhost"],
    trustProxy: ["loopback", "10.0.0.0/8", "::1"],
    metricsPort: 9_100,
    login: { maxFailures: 3, windowMs: 1_000 },
    logLevel: "info",
    mapTiles: { attribution: "© somebody" },
    privacy: { controller: "Fazendas Reunidas", officer: "Ana Lima", contact: "dados@farm.test" },
    appLinks: { androidKeys: undefined, appleTeam: "A1B2C3D4E5" },
  });
  expect(readConfig({}).logLevel).toBe("warn");
});

test("reads the keys of push services from their files", () => {
  const ecdh = createECDH("prime256v1");
  const publicKey = ecdh.generateKeys("base64url");
  const keys = { publicKey, privateKey: ecdh.getPrivateKey("base64url") };
  writeFileSync(at("vapid"), JSON.stringify(keys));
  writeFileSync(at("other-vapid"), JSON.stringify({ ...keys, publicKey: publicKey.slice(0, -1) }));
  const apns = {
    APNS_KEY_FILE: at("key"),
    APNS_KEY_ID: "A1B2C3D4E5",
    APNS_TEAM_ID: "F1B2C3D4E5",
    APNS_TOPIC: "br.app",
  };
  const { push } = readConfig({ VAPID_KEYS_FILE: at("vapid"), VAPID_SUBJECT: "mailto:ti@example.com.br", ...apns });
  expect(push).toMatchObject({ vapidKeys: keys, vapidSubject: "mailto:ti@example.com.br", apns: { topic: "br.app" } });
  expect(mistakes({ VAPID_KEYS_FILE: at("other-vapid") })).toHaveLength(1);
});

test("reports all mistakes at once, each with its variable, the allowed values and the given one", () => {
  const found = mistakes({ PORT: "80x", CACHE_TTL_MS: "-1", LOG_LEVEL: "loud", UPSTREAM_URL: "api.example" });
  expect(found).toHaveLength(4);
  expect(found).toContain('PORT must be a whole number from 0 to 65535; given: "80x"');
  expect(found.join()).toContain("LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent");
});

test("reports no secret", () => {
  const found = mistakes({
    UPSTREAM_URL: "https://user:hidden@api.example.com.br",
    VALKEY_URL: "https://:hidden@valkey.example.com.br",
    TOKEN_SECRET_FILE: "hidden",
  });
  expect(found).toHaveLength(3);
  expect(found.join()).not.toContain("hidden");
});

describe("invalid values", () => {
  test.each([
    { UPSTREAM_URL: "http://api.example.com.br" },
    { UPSTREAM_URL: "https://user:word@api.example.com.br" },
    { UPSTREAM_URL: "https://api.example.com.br/?x=1" },
    { UPSTREAM_URL: "ftp://api.example.com.br" },
    { UPSTREAM_CA_FILE: "/nowhere/ca.pem" },
    { MQTT_URL: "ws://broker.example.com.br" },
    { MQTT_URL: "https://broker.example.com.br" },
    { ALLOWED_ORIGINS: "*" },
    { ALLOWED_ORIGINS: "https://app.example.com.br/" },
    { ALLOWED_ORIGINS: "https://*.example.com.br" },
    // No browser sends these forms, so they would never match.
    { ALLOWED_ORIGINS: "https://app.example.com.br:443" },
    { ALLOWED_ORIGINS: "https://App.example.com.br" },
    { ALLOWED_ORIGINS: "https://irrigação.com.br" },
    { ALLOWED_ORIGINS: "https://app.example.com.br:99999" },
    { TRUST_PROXY: "1" },
    { TRUST_PROXY: "10.0.0.0/33" },
    { TRUST_PROXY: "proxy.example" },
    { PORT: "65536" },
    { UPSTREAM_TIMEOUT_MS: "0" },
    { BODY_LIMIT: "1MB" },
    { MAX_CONNECTIONS: "0" },
    { MAX_CONNECTIONS: "many" },
    { MAX_PENDING_BODY_BYTES: "64MB" },
    { VALKEY_URL: "localhost:6379" },
    { VALKEY_URL: "https://valkey.example.com.br" },
    { VALKEY_URL: "redis:/valkey.example.com.br" },
    { MAP_TILES_URL: "https://tiles.example/" },
    { MAP_TILES_URL: "https://[tiles/{z}/{x}/{y}.png" },
    { NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    { MQTT_USERNAME: "bff" },
    { MQTT_PASSWORD: "word" },
    { METRICS_PORT: "8080" },
    { ANDROID_KEY_FINGERPRINTS: "AB:CD" },
    { APPLE_TEAM_ID: "lamina" },
    { VAPID_SUBJECT: "ti@example.com.br" },
    { HOST: "https://0.0.0.0" },
    { HOST: "0.0.0.0:80" },
    { DEMO: "yes" },
    { DRAIN_DELAY_MS: "5s" },
  ])("%o", (env) => {
    const [name = ""] = Object.keys(env);
    const found = mistakes(env);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(name);
  });

  test("refuses an empty file, and pairs that contradict each other or are incomplete", () => {
    expect(mistakes({ TOKEN_SECRET_FILE: at("empty") })).toHaveLength(1);
    expect(mistakes({ MQTT_PASSWORD: "x", MQTT_PASSWORD_FILE: at("secret") })[0]).toContain("MQTT_PASSWORD_FILE");
    expect(mistakes({ TOKEN_JWKS_URL: "https://a.example/jwks", TOKEN_SECRET_FILE: at("secret") })[0]).toContain(
      "TOKEN_JWKS_URL",
    );
    for (const name of ["UPSTREAM_CA_FILE", "MQTT_CA_FILE", "TOKEN_PUBLIC_KEY_FILE"]) {
      expect(mistakes({ [name]: at("text") })).toEqual([expect.stringContaining(`${name} must be the path of`)]);
    }
    const pair = { TLS_CERT_FILE: at("pem"), TLS_KEY_FILE: at("other") };
    expect(mistakes(pair)).toEqual(["TLS_KEY_FILE must be the key of TLS_CERT_FILE"]);
    expect(mistakes({ TLS_CERT_FILE: at("pem") })[0]).toContain("TLS_KEY_FILE");
    for (const name of ["VAPID_KEYS_FILE", "FCM_CREDENTIALS_FILE"]) {
      expect(mistakes({ [name]: at("text") })).toEqual([expect.stringContaining(`${name} must be the path of`)]);
    }
    expect(mistakes({ APNS_KEY_ID: "A1B2C3D4E5" })).toEqual([expect.stringContaining("APNS_KEY_FILE")]);
    expect(mistakes({ PRIVACY_OFFICER: "Ana Lima" })).toEqual([expect.stringContaining("PRIVACY_CONTACT")]);
  });
});

test("accepts the commented values of .env.example", () => {
  const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  const offered = [...example.matchAll(/^#?([A-Z_]+)=(.+)$/gm)].filter(([, , value]) => !value?.startsWith("/"));
  expect(offered.length).toBeGreaterThan(3);
  for (const [, name = "", value = ""] of offered) {
    const broker = name.startsWith("MQTT_") && name !== "MQTT_URL" ? { MQTT_URL: "wss://broker.example" } : {};
    expect(mistakes({ ...broker, [name]: value })).toEqual([]);
  }
});

test("accepts unencrypted addresses on this machine only", () => {
  expect(mistakes({ UPSTREAM_URL: "http://localhost:3000", MQTT_URL: "ws://127.0.0.1:9001" })).toEqual([]);
});

test("refuses a misspelt name, however short or in small letters, and ignores other names", () => {
  const given = {
    UPSTREAM_ULR: "x",
    CACHE_TTL: "1",
    HOME: "/",
    PATH: "/",
    CACHE_TTL_M: "2",
    PROT: "1",
    HSOT: "x",
    DEMOO: "1",
    mqtt_url: "wss://broker.example.com/mqtt",
    host: "x",
  };
  expect(mistakes(given)).toEqual([
    "UPSTREAM_ULR is not a variable of this program: was UPSTREAM_URL meant?",
    "CACHE_TTL_M is not a variable of this program: was CACHE_TTL_MS meant?",
    "PROT is not a variable of this program: was PORT meant?",
    "HSOT is not a variable of this program: was HOST meant?",
    "DEMOO is not a variable of this program: was DEMO meant?",
    "mqtt_url is not a variable of this program: was MQTT_URL meant?",
  ]);
});

test("a name with two typos may be another program's: it gives a warning", () => {
  const { warnings } = readConfig({ UPSTRAEM_ULR: "x", SSL_CERT_FILE: "/etc/ssl/ca.pem" });
  expect(warnings).toEqual(["UPSTRAEM_ULR is not a variable of this program: was UPSTREAM_URL meant?"]);
});

test("a name without its unit gives a warning", () => {
  const { warnings } = readConfig({ UPSTREAM_TIMEOUT: "5", CACHE_TTL: "0", TLS: "1", LOG: "x", MAP_TILES: "x" });
  expect(warnings).toEqual([
    "UPSTREAM_TIMEOUT is not a variable of this program: was UPSTREAM_TIMEOUT_MS meant?",
    "CACHE_TTL is not a variable of this program: was CACHE_TTL_MS meant?",
    "MAP_TILES is not a variable of this program: was MAP_TILES_URL meant?",
  ]);
});

test("a variable of an earlier version gives a warning with its remedy", () => {
  const { warnings } = readConfig({ MAP_TERRAIN_URL: "https://relief.example/{z}/{x}/{y}.png" });
  expect(warnings).toEqual(["MAP_TERRAIN_URL does nothing, because maps have no relief any more: remove it."]);
});

test("ignores variables of the shell, of npm and of containers", () => {
  const usual = ["HOME", "PATH", "PWD", "USER", "TERM", "LANG", "SHELL", "HOSTNAME", "LOGNAME", "NODE_ENV", "CI", "TZ"];
  const api = ["DATABASE_URL", "DATA_DIR", "HEALTH_PORT", "MQTT_PORT", "SEED", "TOKEN_TTL_SECONDS", "DEMO_PASSWORD"];
  const kubernetes = ["KUBERNETES_PORT", "KUBERNETES_SERVICE_HOST", "BFF_SERVICE_PORT", "BFF_PORT_8080_TCP_ADDR"];
  expect(mistakes(Object.fromEntries([...usual, ...api, ...kubernetes].map((name) => [name, "x"])))).toEqual([]);
});

test("URLs with another port or path than the specification's are allowed, with a warning", () => {
  const hints = (env: Record<string, string>) => readConfig(env).warnings;
  expect(hints({ UPSTREAM_URL: "https://api.example:444", MQTT_URL: "wss://broker.example:8884/mqtt" })).toEqual([]);
  expect(hints({ UPSTREAM_URL: "https://api.example", MQTT_URL: "wss://broker.example" })).toEqual([
    "UPSTREAM_URL means port 443; the API is specified on port 444.",
    "MQTT_URL means port 443; the broker is specified on port 8884.",
    "MQTT_URL means path /; the broker is specified at /mqtt.",
  ]);
});

test("bounds all requests together, and warns where a body of BODY_LIMIT finds no room", () => {
  expect(readConfig({})).toMatchObject({ maxConnections: 10_000, maxPendingBodyBytes: 67_108_864, warnings: [] });
  expect(readConfig({ BODY_LIMIT: "1000", MAX_PENDING_BODY_BYTES: "2000" }).warnings).toEqual([]);
  expect(readConfig({ BODY_LIMIT: "1001", MAX_PENDING_BODY_BYTES: "2000" }).warnings).toEqual([
    "MAX_PENDING_BODY_BYTES is less than twice BODY_LIMIT, so the largest bodies are refused.",
  ]);
});

test("in production the demo runs only with DEMO=1", () => {
  const production = { NODE_ENV: "production" };
  expect(mistakes(production)).toEqual([expect.stringMatching(/^UPSTREAM_URL must name your API; DEMO=1/)]);
  expect(mistakes({ ...production, DEMO: "0" })).toHaveLength(1);
  expect(mistakes({ ...production, DEMO: "1" })).toEqual([]);
  expect(mistakes({ ...production, UPSTREAM_URL: "https://api.example" })).toEqual([]);
});

test("distinguishes a file that is missing, empty, a folder or no PEM", () => {
  const said = (path: string) => mistakes({ UPSTREAM_CA_FILE: path })[0];
  expect(said(at("nowhere"))).toMatch(/: there is no such file; given: /);
  expect(said(at("empty"))).toMatch(/: the file is empty; given: /);
  expect(said(folder)).toMatch(/: it is a folder; given: /);
  expect(said(at("text"))).toMatch(/: the file is there, but is not PEM of this kind; given: /);
  expect(mistakes({ TLS_CERT_FILE: at("pem"), TLS_KEY_FILE: at("text") })[0]).toMatch(/not PEM of this kind$/);
});

test("the URL of Valkey may come from a file, and files to reload are listed", () => {
  const config = readConfig({ VALKEY_URL_FILE: at("valkey"), TOKEN_SECRET_FILE: at("secret") });
  expect(config.cache.valkeyUrl).toBe("rediss://:word@valkey.example:6379");
  expect(config.files).toEqual([at("valkey"), at("secret")]);
  expect(mistakes({ VALKEY_URL_FILE: at("secret") })[0]).toContain("VALKEY_URL_FILE must be");
  expect(mistakes({ VALKEY_URL_FILE: at("secret") })[0]).not.toContain("hidden");
});

test("the embedded API inherits the variables that are not the BFF's own", () => {
  const own = {
    PORT: "1",
    METRICS_PORT: "9100",
    HOST: "0.0.0.0",
    LOG_LEVEL: "info",
    TRUST_PROXY: "192.0.2.1",
    LOGIN_MAX_FAILURES: "3",
  };
  const env = { ...own, DATA_DIR: "/data", PATH: "/bin" };
  // Without it all users of the BFF would be one address to the API's login limit.
  const given = { DATA_DIR: "/data", PATH: "/bin", TRUST_PROXY: "loopback" };
  const page = { PASSKEY_ORIGINS: "http://localhost:1" };
  expect(readConfig(env).embeddedEnvironment).toEqual({ ...page, ...given });
  expect(readConfig({ ...env, PORT: "80" }).embeddedEnvironment.PASSKEY_ORIGINS).toBe("http://localhost");
  // Nothing of it where the page has another address.
  const APP_URL = "https://lamina.example";
  expect(readConfig({ ...env, APP_URL }).embeddedEnvironment).toEqual({ APP_URL, ...given });
  expect(readConfig({ ...env, PORT: "0" }).embeddedEnvironment).toEqual(given);
  expect(readConfig({ ...env, API_PORT: "4441" }).embeddedEnvironment.PORT).toBe("4441");
});

test("an API at this server's own address is refused", () => {
  const refusal = "UPSTREAM_URL must name your API, and this is the address of this server itself";
  expect(mistakes({ UPSTREAM_URL: "http://localhost:8080/api" })).toEqual([refusal]);
  expect(mistakes({ UPSTREAM_URL: "https://127.0.0.1", HOST: "0.0.0.0", PORT: "443" })).toEqual([refusal]);
  expect(mistakes({ UPSTREAM_URL: "https://lamina.example:444", HOST: "lamina.example", PORT: "444" })).toEqual([
    refusal,
  ]);
  expect(mistakes({ UPSTREAM_URL: "http://localhost:8080", HOST: "192.0.2.1" })).toEqual([]);
  expect(mistakes({ UPSTREAM_URL: "http://localhost:4440" })).toEqual([]);
});
