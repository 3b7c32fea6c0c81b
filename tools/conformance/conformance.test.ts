import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { copyEmptyDatabase } from "../../reference/testing/pglite.ts";
import { compiled } from "../../scripts/testing/compiled.ts";
import { isLongFor } from "../../scripts/testing/long.ts";
import { EmbeddedBroker } from "../../server/src/testing/broker.ts";
import { ScriptedApi } from "../../server/src/testing/scripted-api.ts";
import { token as makeToken } from "../../server/src/testing/token.ts";
import { type Conformance, examineApi } from "./examine.ts";
import type { Outcome } from "./outcome.ts";
import { firstStep, isUsable, reportPage, unknownCalls } from "./report.ts";
import { yourApiPage } from "./your-api.ts";

test("docs/your-api.md matches the contract (npm run docs:your-api), in rows that can be read", () => {
  const rows = yourApiPage()
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  for (const row of rows) expect(row.length, row.slice(0, 60)).toBeLessThan(700);
  expect(readFileSync(new URL("../../docs/your-api.md", import.meta.url), "utf8")).toBe(yourApiPage());
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

const isUnexpected = ({ verdict }: Outcome) => verdict !== "as-specified" && verdict !== "not-asked";
const unasked = ({ calls }: Conformance, isWanted = (call: string) => call.startsWith("GET ")) =>
  calls.flatMap(({ call, verdict }) => (verdict === "not-asked" && isWanted(call) ? [call] : [])).toSorted();
/** No photo is made, and the question of the other one is the token of a link in a mail. */
const NEVER_ASKED = ["GET /MailSubscription/GetOwn", "GET /Photo/GetByID"];

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
    // First what the operator must act on.
    const [, rows = ""] = page.split("<h2>Calls</h2>");
    const firstOf = (words: string) => rows.indexOf(`>${words}</td>`);
    const places = ["wrong", "missing", "refused to this user", "odd but understood", "not asked"].map(firstOf);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(page).toMatch(/\d+ reading calls were not made: this user sees no record to ask for\./);
    expect(page).not.toContain("irrigar");
    expect(firstStep(result)).toMatch(/^First: GET \/SensorType\/GetAll .* needs this call/);
  });

  test("that takes no soils and no changes is reported so, and the made records are deleted again", async () => {
    const clients: object[] = [{ _id: "c1", id: 7, name: "Santa Rita", typeChart: 1 }];
    api.on("GET /Client/GetAll", ({ headers }, response) => {
      response.writeHead(headers.authorization ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify(clients));
    });
    api.on("POST /Client/Insert", ({ body }, response) => {
      clients.push({ ...(JSON.parse(body) as object), _id: "made", id: 8 });
      response.setHeader("content-type", "application/json").end("{}");
    });
    api.on("DELETE /Client/Delete?ID=made", (_call, response) => {
      clients.pop();
      response.setHeader("content-type", "application/json").end("{}");
    });
    const at = "2026-05-14T12:00:00Z";
    api.on("POST /Farm/Insert", ({ body }, response) => {
      const farm = { ...(JSON.parse(body) as object), _id: "f1", active: true, createdAt: at, updatedAt: at };
      response.setHeader("content-type", "application/json").end(JSON.stringify(farm));
    });
    api.json("POST /Farm/Update", { matchedCount: 0 });
    const result = await examine(api.url, api.ca, { write: true });
    const calls = byCall(result);
    expect(calls.get("POST /Farm/Insert")).toMatchObject({ verdict: "as-specified", notes: [] });
    expect(calls.get("POST /Farm/Update")).toMatchObject({
      verdict: "wrong",
      notes: ["matchedCount is 0 instead of 1"],
    });
    expect(calls.get("POST /Soil/Insert")).toMatchObject({ verdict: "missing", screens: ["farms"] });
    expect(calls.get("POST /PivotSector/Insert")).toMatchObject({
      verdict: "not-asked",
      notes: ["needs a Pivot, a Soil"],
    });
    expect(api.calls.filter(({ method }) => method === "DELETE").map(({ url }) => url)).toEqual([
      "/Farm/Delete?ID=f1",
      "/Client/Delete?ID=made",
    ]);
    expect(api.calls.map(({ url }) => url)).toContain("/Farm/GetByClientID?ID=c1");
    expect(clients).toHaveLength(1);
  });

  test("is asked by the program with the variables of the BFF, files included", async () => {
    const { status, stderr } = await conformance({ UPSTREAM_CA_FILE: "/nowhere/ca.pem" });
    expect(stderr).toMatch(/UPSTREAM_CA_FILE must be .*there is no such file/);
    expect(status).toBe(1);
    const folder = mkdtempSync(join(tmpdir(), "conformance-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const broker = await EmbeddedBroker.start();
    onTestFinished(() => broker.stop());
    const { url, username, password, ca } = broker.target;
    await conformance({
      UPSTREAM_CA_FILE: file("ca.pem", api.ca),
      MQTT_URL: url,
      MQTT_USERNAME: username,
      MQTT_PASSWORD_FILE: file("password", password),
      MQTT_CA_FILE: file("broker.pem", ca),
      INIT_CWD: folder,
    });
    const report = JSON.parse(readFileSync(join(folder, "conformance", "report.json"), "utf8")) as Conformance;
    expect(report.topics[0]).toEqual({ what: "connect", isRight: true, note: "" });
  });

  /** The program itself, on the API of this test. */
  function conformance(env: Record<string, string>): Promise<{ status: number | null; stderr: string }> {
    const program = fileURLToPath(new URL("../conformance.ts", import.meta.url));
    const child = spawn(process.execPath, [program, api.url], {
      env: { PATH: process.env.PATH ?? "", ...compiled, API_USER: "ana", API_PASSWORD: "irrigar", ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    return once(child, "close").then(([status]) => ({ status, stderr }));
  }

  test("that refuses the login is reported at once", async () => {
    await expect(examine(api.url, api.ca, { password: "other" })).rejects.toThrow(
      /without a token: check user and password/,
    );
  });
});

/** A reference API of its own for a group of tests. */
function startReference(more: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), "conformance-"));
  let program: ChildProcess;
  let address: { url: string; ca: string; broker: string };
  beforeAll(async () => {
    await copyEmptyDatabase(join(dataDir, "database"));
    const env = {
      PATH: process.env.PATH ?? "",
      ...compiled,
      DATA_DIR: dataDir,
      PORT: "0",
      MQTT_PORT: "0",
      MQTT_PASSWORD: "segredo",
      LOG_LEVEL: "error",
      ...more,
    };
    const entry = fileURLToPath(new URL("../../reference/main.ts", import.meta.url));
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
  return () => address;
}

/** Some three hundred calls to a program of its own. */
const OF_PROGRAM = { timeout: 240_000 };

describe("the reference API", OF_PROGRAM, () => {
  const address = startReference({ DEMO_HISTORY_DAYS: "0" });

  test("answers every call as specified, takes writes, and grants the topics", async () => {
    const { url, ca, broker } = address();
    const result = await examine(url, ca, {
      userName: "admin",
      write: true,
      broker: { url: broker, username: "bff", password: "segredo", ca },
      now: () => new Date(),
      timeoutMs: 30_000,
    });
    expect([...result.session, ...result.calls].filter(isUnexpected)).toEqual([]);
    const asked = result.calls.filter(({ verdict }) => verdict === "as-specified");
    expect(asked.length).toBeGreaterThan(50);
    expect(unasked(result)).toEqual(NEVER_ASKED);
    expect(result.writes.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(result.writes).toHaveLength(4);
    // These concern missing records of a new client, the calling user, another server, or a machine, which no test of an
    // API may start.
    expect(unasked(result, (call) => !call.startsWith("GET "))).toEqual([
      "DELETE /User/EndSession",
      "POST /Balance/Adjust",
      "POST /DayPlan/Try",
      "POST /Deletion/Restore",
      "POST /Detection/Resolve",
      "POST /Device/CorrectClock",
      "POST /Device/EndWeatherLink",
      "POST /Device/SetWeatherLink",
      "POST /MailSubscription/End",
      "POST /Notification/Read",
      "POST /Notification/Reopen",
      "POST /Notification/Resolve",
      "POST /Notification/SetSettings",
      "POST /Notification/Take",
      "POST /Notification/Test",
      "POST /Photo/Insert",
      "POST /PivotCommand/Cancel",
      "POST /PivotCommand/Insert",
      "POST /Rain/Accept",
      "POST /Report/Mail",
      "POST /Report/Subscribe",
      "POST /Report/Unsubscribe",
      "POST /User/ChangePassword",
      "POST /User/ConfirmPasskey",
      "POST /User/ConfirmSecondFactor",
      "POST /User/EndCommandPin",
      "POST /User/EndOtherSessions",
      "POST /User/EndPasskey",
      "POST /User/EndSecondFactor",
      "POST /User/ResetSecondFactor",
      "POST /User/SetCommandPin",
      "POST /User/SetPassword",
      "POST /User/StartPasskey",
      "POST /User/StartSecondFactor",
      "POST /User/TakeOver",
      "POST /User/UndoTakeOver",
      "POST /Webhook/RotateSecret",
      "POST /Webhook/Set",
      "POST /Webhook/Test",
    ]);
    expect(result.topics.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(isUsable(result)).toBe(true);
  });
});

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isLongFor("tools/conformance/"))
  describe("the reference API without a client", OF_PROGRAM, () => {
    const address = startReference({ DEMO: "0", ADMIN_PASSWORD: "irrigar-muito" });
    const asAdmin = (write: boolean) =>
      examine(address().url, address().ca, {
        userName: "admin",
        password: "irrigar-muito",
        write,
        now: () => new Date(),
        timeoutMs: 30_000,
      });

    test("is asked every reading call with the records of the made client, and afterwards has none again", async () => {
      const before = await asAdmin(false);
      expect(unasked(before).length).toBeGreaterThan(50);
      expect(
        unknownCalls({ ...before, calls: before.calls.filter(({ call }) => call === "GET /Menu/GetByClientID") }),
      ).toMatch(/^1 reading call was not made/);
      expect(unknownCalls(before)).toMatch(/this user sees no record to ask for\. With --write a client/);
      const result = await asAdmin(true);
      expect([...result.session, ...result.calls].filter(isUnexpected)).toEqual([]);
      expect(unasked(result)).toEqual(NEVER_ASKED);
      expect(result.writes.filter(({ isRight }) => !isRight)).toEqual([]);
      expect(unasked(await asAdmin(false))).toEqual(unasked(before));
    });
  });
