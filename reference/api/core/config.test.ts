import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

function mistakes(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split("\n");
  }
}

describe("configuration", () => {
  it("needs no variable: PGlite, an embedded broker and the demo under .data/upstream of the repository", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: undefined,
      databaseServer: undefined,
      demo: { password: "irrigar", historyDays: 365, fleet: false },
      broker: { kind: "embedded", port: undefined, username: "bff", password: undefined },
      tokenTtlSeconds: 28_800,
      loginMaxFailures: 30,
      readingLimits: { device: 1_000_000, client: 20_000_000 },
      trustProxy: [],
    });
    expect(config.dataDir).toBe(join(import.meta.dirname, "../../../.data/upstream"));
    expect(readConfig({ PORT: "", DEMO: "" })).toEqual(config);
  });

  it("lists every error at once, each with its variable", () => {
    const found = mistakes({
      PORT: "70000",
      DATABASE_URL: "mysql://x",
      DEMO: "sim",
      DEMO_FLEET: "120",
      DEMO_HISTORY_DAYS: "um ano",
      LOG_LEVEL: "loud",
      TOKEN_TTL_SECONDS: "8h",
      TRUST_PROXY: "10.0.0.0/8, true",
      DEMO_PASSWORD_FILE: "/nowhere",
    });
    expect(found).toContain('PORT must be a whole number from 0 to 65535; given: "70000"');
    expect(found).toContain("DATABASE_URL must be a URL that begins with postgres:// or postgresql://");
    const named = found.map((line) => line.split(/\W/)[0]);
    expect(named.sort()).toEqual([
      "DATABASE_URL",
      "DEMO",
      "DEMO_FLEET",
      "DEMO_HISTORY_DAYS",
      "DEMO_PASSWORD_FILE",
      "LOG_LEVEL",
      "PORT",
      "TOKEN_TTL_SECONDS",
      "TRUST_PROXY",
    ]);
  });

  it("names the variable that a misspelt one probably means, and refuses TLS without verification", () => {
    expect(mistakes({ DATABSE_URL: "postgres://lamina@db/lamina", NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toEqual([
      "DATABSE_URL is not a variable of this program: was DATABASE_URL meant?",
      expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED must be unset/),
    ]);
    expect(mistakes({ METRICS_PORT: "4440", PORT: "4440" })).toEqual(["METRICS_PORT must differ from PORT"]);
  });

  it("has the client of 120 pivots in the demo only", () => {
    expect(readConfig({ DEMO_FLEET: "1" }).demo?.fleet).toBe(true);
    expect(mistakes({ DEMO_FLEET: "1", DEMO: "0" })).toEqual([
      "DEMO_FLEET: its client belongs to the demo, which needs DEMO=1",
    ]);
  });

  it("rejects incomplete pairs of variables", () => {
    expect(mistakes({ TLS_CERT_FILE: "/a" })).toEqual(["TLS_CERT_FILE, TLS_KEY_FILE: give both or none"]);
    expect(mistakes({ MQTT_URL: "wss://broker:8884/mqtt", MQTT_USERNAME: "bff" })[0]).toContain("MQTT_PASSWORD");
  });

  it("requires what several processes share", async () => {
    const folder = mkdtempSync(join(tmpdir(), "shared-"));
    const { cert, private: key } = await generate([], { keyType: "ec" });
    writeFileSync(join(folder, "cert"), cert);
    writeFileSync(join(folder, "key"), key);
    expect(mistakes({ ROLE: "worker" })[0]).toContain("SECRET_KEY_FILE");
    const SECRET_KEY = "k".repeat(32);
    expect(mistakes({ SECRET_KEY }).map((line) => line.split(":")[0])).toEqual([
      "DATABASE_URL",
      "MQTT_URL",
      "TLS_CERT_FILE",
    ]);
    const shared = {
      SECRET_KEY,
      DATABASE_URL: "postgres://lamina@db/lamina",
      ...{ MQTT_URL: "wss://broker:8884/mqtt", MQTT_USERNAME: "api", MQTT_PASSWORD: "x" },
      ...{ TLS_CERT_FILE: join(folder, "cert"), TLS_KEY_FILE: join(folder, "key") },
    };
    expect(readConfig({ ...shared, ROLE: "worker" })).toMatchObject({ role: "worker", secretKey: SECRET_KEY });
    expect(mistakes({ ...shared, SECRET_KEY: "short" })[0]).toContain("SECRET_KEY");
  });

  it("adds demo data to an external database only on request", () => {
    const DATABASE_URL = "postgres://lamina@db/lamina";
    expect(readConfig({ DATABASE_URL }).demo).toBeUndefined();
    expect(readConfig({ DATABASE_URL, DEMO: "1" }).demo).toBeDefined();
    expect(readConfig({ DEMO: "0" }).demo).toBeUndefined();
  });

  it("reads secrets from files", () => {
    const file = join(mkdtempSync(join(tmpdir(), "secret-")), "password");
    writeFileSync(file, "s/nha@\n");
    const config = readConfig({ DATABASE_URL: "postgres://lamina@db/lamina", DATABASE_PASSWORD_FILE: file });
    expect(config.databaseServer?.password?.()).toBe("s/nha@");
    writeFileSync(file, "nova\n");
    expect(config.databaseServer?.password?.()).toBe("nova");
    rmSync(file);
    expect(config.databaseServer?.password?.()).toBe("nova");
    writeFileSync(file, "s/nha@\n");
    const broker = { MQTT_URL: "wss://broker:8884/mqtt", MQTT_USERNAME_FILE: file, MQTT_PASSWORD: "x" };
    const read = readConfig(broker).broker;
    expect(read).toMatchObject({ kind: "external" });
    expect(read.kind === "external" && read.username()).toBe("s/nha@");
    expect(read.kind === "external" && read.password()).toBe("x");
    expect(mistakes({ DEMO_PASSWORD: "a", DEMO_PASSWORD_FILE: file })).toEqual([
      "DEMO_PASSWORD, DEMO_PASSWORD_FILE: give one of the two",
    ]);
  });

  it("distinguishes missing files, files without PEM, and a key of another certificate", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pem-"));
    const at = (name: string) => join(folder, name);
    const pairs = [await generate([], { keyType: "ec" }), await generate([], { keyType: "ec" })] as const;
    writeFileSync(at("cert.pem"), pairs[0].cert);
    writeFileSync(at("key.pem"), pairs[1].private);
    writeFileSync(at("text"), "segredo");
    const tls = (cert: string, key: string) => mistakes({ TLS_CERT_FILE: at(cert), TLS_KEY_FILE: at(key) });
    expect(tls("gone", "text")).toEqual([
      `TLS_CERT_FILE: there is no file ${at("gone")}`,
      `TLS_KEY_FILE: ${at("text")} contains no private key in PEM`,
    ]);
    expect(tls("cert.pem", "key.pem")).toEqual(["TLS_KEY_FILE: is not the key of TLS_CERT_FILE"]);
    expect(mistakes({ MQTT_CA_FILE: at("text") })).toEqual([
      `MQTT_CA_FILE must hold a certificate in PEM; given: "${at("text")}"`,
    ]);
    expect(mistakes({ MQTT_CA_FILE: at("gone") })).toEqual([`MQTT_CA_FILE: there is no file ${at("gone")}`]);
  });

  it("sends mails only with a server and a sender", () => {
    expect(readConfig({}).mail).toBeUndefined();
    const mail = readConfig({ SMTP_URL: "smtps://a:b@mail.example.com", MAIL_FROM: "avisos@example.com" }).mail;
    expect([mail?.url(), mail?.from]).toEqual(["smtps://a:b@mail.example.com", "avisos@example.com"]);
    expect(mistakes({ SMTP_URL: "smtp://mail.example.com" })).toEqual(["SMTP_URL, MAIL_FROM: give both or none"]);
    expect(mistakes({ SMTP_URL: "https://mail.example.com", MAIL_FROM: "a@b.com" })[0]).toMatch(/^SMTP_URL must /);
    expect(mistakes({ SMTP_URL: "smtps://mail.example.com", MAIL_FROM: "avisos" })).toEqual([
      'MAIL_FROM must be an address, such as Lâmina <avisos@example.com.br>; given: "avisos"',
    ]);
    const named = { SMTP_URL: "smtps://mail.example.com", MAIL_FROM: "Lâmina <avisos@example.com.br>" };
    expect(mistakes({ ...named, SMTP_CA_FILE: "/none/ca.pem" })).toEqual([
      "SMTP_CA_FILE: there is no file /none/ca.pem",
    ]);
    expect(mistakes({ ...named, SMTP_CA_FILE: import.meta.filename })[0]).toMatch(/contains no certificate in PEM$/);
  });

  it("derives where passkeys are valid from the address of the app, or takes their origins, and no wrong ones", () => {
    const site = (env: Record<string, string>) => readConfig(env).passkeySite;
    const origins = ["https://lamina.example.com"];
    expect(site({ APP_URL: "https://lamina.example.com/" })).toEqual({ rpId: "lamina.example.com", origins });
    expect(site({})).toBeUndefined();
    expect(site({ APP_URL: "https://192.0.2.1" })).toBeUndefined();
    const APP_URL = "https://other.example.com";
    expect(site({ APP_URL, PASSKEY_ORIGINS: "http://localhost:8080" })).toMatchObject({ rpId: "localhost" });
    expect(site({ PASSKEY_ORIGINS: "https://example.com,https://lamina.example.com:444" })).toEqual({
      rpId: "example.com",
      origins: ["https://example.com", "https://lamina.example.com:444"],
    });
    for (const wrong of [
      "lamina.example.com",
      "http://lamina.example.com",
      "https://lamina.example.com/app",
      "https://192.0.2.1",
      "https://[2001:db8::1]",
      "https://lamina.example.com https://other.example.com",
      "https://example.com https://badexample.com",
    ])
      expect(mistakes({ PASSKEY_ORIGINS: wrong }), wrong).toEqual([expect.stringMatching(/^PASSKEY_ORIGINS must be /)]);
  });

  it("takes the address of the app over HTTPS only, because mail programs post to it", () => {
    expect(readConfig({ APP_URL: "https://lamina.example.com" }).appUrl).toBe("https://lamina.example.com");
    expect(mistakes({ APP_URL: "http://lamina.example.com" })[0]).toMatch(/^APP_URL must /);
  });
});
