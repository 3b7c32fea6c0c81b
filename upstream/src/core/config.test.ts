import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
      databaseUrl: undefined,
      demo: { password: "irrigar", historyDays: 365 },
      broker: { kind: "embedded", port: undefined, username: "bff", password: undefined },
      tokenTtlSeconds: 28_800,
    });
    expect(config.dataDir).toBe(join(import.meta.dirname, "../../../.data/upstream"));
    expect(readConfig({ PORT: "", DEMO: "" })).toEqual(config);
  });

  it("lists every error at once, each with its variable", () => {
    const found = mistakes({
      PORT: "70000",
      DATABASE_URL: "mysql://x",
      DEMO: "sim",
      DEMO_HISTORY_DAYS: "um ano",
      LOG_LEVEL: "loud",
      TOKEN_TTL_SECONDS: "8h",
      DEMO_PASSWORD_FILE: "/nowhere",
    });
    const named = found.map((line) => line.split(":")[0]);
    expect(named.sort()).toEqual([
      "DATABASE_URL",
      "DEMO",
      "DEMO_HISTORY_DAYS",
      "DEMO_PASSWORD_FILE",
      "LOG_LEVEL",
      "PORT",
      "TOKEN_TTL_SECONDS",
    ]);
  });

  it("rejects incomplete pairs of variables", () => {
    expect(mistakes({ TLS_CERT_FILE: "/a" })).toEqual(["TLS_CERT_FILE, TLS_KEY_FILE: give both or none"]);
    expect(mistakes({ MQTT_URL: "wss://broker:8884/mqtt", MQTT_USERNAME: "bff" })[0]).toContain("MQTT_PASSWORD");
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
    expect(decodeURIComponent(new URL(config.databaseUrl ?? "").password)).toBe("s/nha@");
    const broker = { MQTT_URL: "wss://broker:8884/mqtt", MQTT_USERNAME_FILE: file, MQTT_PASSWORD: "x" };
    expect(readConfig(broker).broker).toMatchObject({ username: "s/nha@", password: "x" });
    expect(mistakes({ DEMO_PASSWORD: "a", DEMO_PASSWORD_FILE: file })).toEqual([
      "DEMO_PASSWORD, DEMO_PASSWORD_FILE: give one of the two",
    ]);
  });
});
