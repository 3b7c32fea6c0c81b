import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { compiled } from "../../../scripts/testing/compiled.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token as makeToken } from "../testing/token.ts";
import { type Conformance, examineApi } from "./examine.ts";
import { isUsable, reportPage } from "./report.ts";
import { yourApiPage } from "./your-api.ts";

test("docs/your-api.md matches the contract (npm run docs:your-api)", () => {
  expect(readFileSync(new URL("../../../docs/your-api.md", import.meta.url), "utf8")).toBe(yourApiPage());
});

const examine = (url: string, ca: string, more: Partial<Parameters<typeof examineApi>[0]> = {}) =>
  examineApi({
    url,
    ca,
    userName: "ana",
    password: "irrigar",
    broker: undefined,
    write: false,
    now: () => new Date("2026-05-14T12:00:00Z"),
    timeoutMs: 5_000,
    ...more,
  });
const byCall = ({ calls, session }: Conformance) =>
  new Map([...session, ...calls].map((outcome) => [outcome.call, outcome]));

describe("an API with deliberate deviations", () => {
  let api: ScriptedApi;
  beforeEach(async () => {
    api = await ScriptedApi.start();
    const token = makeToken({ name: "ana" });
    api.on("POST /Authentication/Login", ({ body }, response) => {
      const { Password } = JSON.parse(body) as { Password: string };
      const isRight = Password === Buffer.from("irrigar").toString("base64");
      response.setHeader("content-type", "application/json").end(JSON.stringify({ token: isRight ? token : "" }));
    });
    api.json("POST /Authentication/RenewToken", { token });
    api.on("GET /Client/GetAll", ({ headers }, response) => {
      response.writeHead(headers.authorization ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify([{ _id: "c1", id: 7, name: "Santa Rita", typeChart: "1", extra: true }]));
    });
    api.json("GET /Menu/GetAll", [], 200, { "set-cookie": "session=1" });
    api.json("GET /SensorType/GetAll", { not: "a list" });
    api.json("GET /Farm/GetByClientID?ID=c1", [], 403);
    api.json("*", { title: "Not Found" }, 404);
  });
  afterEach(() => api.stop());

  test("is reported as odd, missing with its screen, wrong or refused, and gets no writes", async () => {
    const result = await examine(api.url, api.ca);
    const calls = byCall(result);
    expect(calls.get("POST /Authentication/Login with a wrong password")?.verdict).toBe("as-specified");
    expect(calls.get("GET /Client/GetAll without a token")?.verdict).toBe("as-specified");
    expect(calls.get("GET /Client/GetAll")).toMatchObject({
      verdict: "odd",
      notes: [
        "[].id is a number that reads as a text",
        "[].typeChart is a text that reads as a number",
        "also sends [].extra, as it may",
      ],
    });
    expect(calls.get("GET /Menu/GetAll")?.notes).toEqual([expect.stringMatching(/sets a cookie/)]);
    expect(calls.get("GET /SensorType/GetAll")?.verdict).toBe("wrong");
    expect(calls.get("GET /Farm/GetByClientID")?.verdict).toBe("refused");
    expect(calls.get("GET /Pivot/GetByClientID")).toMatchObject({ verdict: "missing", screens: ["farms"] });
    expect(calls.get("POST /Farm/Insert")?.verdict).toBe("not-asked");
    expect(isUsable(result)).toBe(false);
    expect(api.calls.filter(({ method, url }) => method !== "GET" && !url.startsWith("/Authentication/"))).toEqual([]);
    const page = reportPage(result);
    expect(page).toContain("odd but understood");
    expect(page).toMatch(/\d+ reading calls were not made: this user sees no record to ask for\./);
    expect(page).not.toContain("irrigar");
  });

  test("that refuses the login is reported at once", async () => {
    await expect(examine(api.url, api.ca, { password: "other" })).rejects.toThrow(
      /without a token: check user and password/,
    );
  });
});

describe("the reference API", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "conformance-"));
  let program: ChildProcess;
  let address: { url: string; ca: string; broker: string };
  beforeAll(async () => {
    const env = {
      PATH: process.env.PATH ?? "",
      ...compiled,
      DATA_DIR: dataDir,
      PORT: "0",
      MQTT_PORT: "0",
      MQTT_PASSWORD: "segredo",
      DEMO_HISTORY_DAYS: "0",
      LOG_LEVEL: "error",
    };
    const entry = fileURLToPath(new URL("../../../upstream/src/main.ts", import.meta.url));
    program = spawn(process.execPath, [entry], { env, stdio: ["ignore", "pipe", "inherit"] });
    address = await new Promise((resolve, reject) => {
      let said = "";
      program.stdout?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        const [url, broker] = [/^API\s+(\S+)/m, /^broker\s+(\S+)/m].map((pattern) => pattern.exec(said)?.[1]);
        if (url && broker) resolve({ url, broker, ca: readFileSync(join(dataDir, "tls", "ca.pem"), "utf8") });
      });
      program.on("exit", () => reject(new Error(said)));
    });
  }, 300_000);
  afterAll(async () => {
    if (program?.exitCode === null) {
      program.kill();
      await once(program, "exit");
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("answers every call as specified, takes writes, and grants the topics", async () => {
    const { url, ca, broker } = address;
    const result = await examine(url, ca, {
      userName: "admin",
      write: true,
      broker: { url: broker, username: "bff", password: "segredo", ca },
      now: () => new Date(),
      timeoutMs: 30_000,
    });
    const unexpected = [...result.session, ...result.calls].filter(
      ({ verdict }) => verdict !== "as-specified" && verdict !== "not-asked",
    );
    expect(unexpected).toEqual([]);
    const asked = result.calls.filter(({ verdict }) => verdict === "as-specified");
    expect(asked.length).toBeGreaterThan(50);
    // A farm without history lacks the records of these calls.
    const without = result.calls.filter(({ call, verdict }) => call.startsWith("GET ") && verdict === "not-asked");
    const absent = ["Rain", "Watering", "FieldNote", "Photo", "Import"].map((entity) => `GET /${entity}/GetByID`);
    // Its question is the token of a link in a mail.
    absent.push("GET /MailSubscription/GetOwn");
    expect(without.map(({ call }) => call).sort()).toEqual(absent.sort());
    expect(result.writes.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(result.writes).toHaveLength(6);
    expect(result.topics.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(isUsable(result)).toBe(true);
  });
});
