import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { token } from "../testing/token.ts";
import type { Reporter } from "./embedded-api.ts";
import type { UpstreamTarget } from "./target.ts";
import { terminalReporter } from "./terminal.ts";

const embeddedApi = fileURLToPath(new URL("../testing/embedded-api.ts", import.meta.url));
let folder: string;
let app: FastifyInstance;
let reporter: { [Name in keyof Reporter]: ReturnType<typeof vi.fn<Reporter[Name]>> };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lamina-embedded-"));
  reporter = { progress: vi.fn(), ready: vi.fn(), died: vi.fn(), refused: vi.fn() };
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function start(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", FOLDER: folder, ...env });
  app = await buildApp(config, { embeddedApi, reporter, client: folder });
  await app.listen({ host: "127.0.0.1", port: 0 });
}

const until = <T>(check: () => T) => vi.waitFor(check, { interval: 10 });
const clients = () => app.inject({ url: "/api/Client/GetAll", headers: { authorization: `Bearer ${token()}` } });

test("the BFF serves while the API starts, and API calls wait for it", async () => {
  await start();
  expect(app.upstreamTarget.current).toBeUndefined();
  expect((await app.inject("/healthz")).statusCode).toBe(200);
  const { demo, starting } = (await app.inject("/config.json")).json();
  expect({ demo, starting }).toEqual({ demo: true, starting: { step: "process", percent: 0 } });
  expect((await app.inject("/readyz")).json().dependencies).toMatchObject({ upstream: "down" });
  const reply = await clients();
  expect(reply.statusCode).toBe(200);
  expect(reporter.progress).toHaveBeenCalledWith({ type: "progress", step: "História", done: 1, total: 2 });
  expect(reporter.ready).toHaveBeenCalledOnce();
  expect(app.upstreamTarget.current).toMatchObject({
    broker: { url: "wss://localhost:1/mqtt", username: "bff", password: "word" },
    demo: { users: ["ana"], password: "irrigar" },
  });
  expect(app.upstreamTarget.current?.broker?.ca).toBe(app.upstreamTarget.current?.ca);
});

test("logs a call that times out during the API's start without a warning or a stack", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const logOutput = { write: (line: string) => void lines.push(line), flushSync() {} };
  // Not listening, so that the API does not start.
  app = await buildApp(readConfig({ LOG_LEVEL: "info", FOLDER: folder }), { embeddedApi, logOutput, client: folder });
  const reply = clients();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await reply).statusCode).toBe(502);
  const [line, ...more] = lines.map((text) => JSON.parse(text)).filter(({ msg }) => msg === "no answer of the API");
  expect(line).toMatchObject({ level: "info", reason: "the embedded API has not started" });
  expect(line).not.toHaveProperty("err");
  expect(more).toEqual([]);
});

test("a configured broker takes precedence over the embedded one", async () => {
  await start({ MQTT_URL: "wss://broker.example:8884/mqtt", MQTT_USERNAME: "farm" });
  await until(() => expect(app.upstreamTarget.current?.broker).toMatchObject({ username: "farm", ca: undefined }));
});

test("restarts an API that exits, and notifies watchers of its new address", async () => {
  await start();
  const before = (await clients()).json().pid;
  const targets: UpstreamTarget[] = [];
  app.upstreamTarget.watch((target) => targets.push(target));
  const last = await app.inject({ method: "POST", url: "/api/die", headers: { authorization: `Bearer ${token()}` } });
  expect(last.statusCode).toBe(502);
  await until(() => expect(targets).toHaveLength(2));
  expect(reporter.died).toHaveBeenCalledOnce();
  expect(targets[1]?.url).not.toBe(targets[0]?.url);
  expect((await clients()).json().pid).not.toBe(before);
});

test("retries an API that never starts, with growing delays", async () => {
  await start({ DIES: "at once" });
  await until(() => expect(reporter.died.mock.calls.length).toBeGreaterThanOrEqual(2));
  expect(reporter.died.mock.calls.slice(0, 2)).toEqual([[500], [1_000]]);
});

test("does not restart an API that rejects its configuration", async () => {
  await start({ DIES: "of its configuration" });
  await until(() => expect(reporter.refused).toHaveBeenCalledOnce());
  expect(reporter.died).not.toHaveBeenCalled();
});

test("closing the BFF stops the API in order", async () => {
  await start();
  const { pid } = (await clients()).json();
  await app.close();
  expect(readFileSync(join(folder, "ended"), "utf8")).toBe(String(pid));
  expect(() => process.kill(pid, 0)).toThrow();
});

test("closing during an outage ends the restarts", async () => {
  await start({ DIES: "at once" });
  await until(() => expect(reporter.died).toHaveBeenCalledOnce());
  await app.close();
  expect(existsSync(join(folder, "ended"))).toBe(false);
});

describe("at the terminal", () => {
  const target = {
    url: "https://localhost:444",
    ca: "",
    broker: { url: "wss://localhost:40123/mqtt", username: "bff", password: "x", ca: "" },
    demo: { users: ["ana", "bruno"], password: "irrigar" },
  };
  const printed = (isTTY: boolean) => {
    let text = "";
    const write = (chunk: string) => {
      text += chunk;
      return true;
    };
    const terminal = terminalReporter({ write, isTTY } as unknown as NodeJS.WriteStream, () => "http://localhost:8080");
    for (const done of [1, 2, 50, 51, 100]) terminal.progress({ type: "progress", step: "História", done, total: 100 });
    terminal.ready(target);
    terminal.died(500);
    return text;
  };

  test("without a TTY: a line for every tenth, the address and the login", () => {
    const lines = printed(false).split("\n").filter(Boolean);
    expect(lines).toEqual([
      "Preparing: História 0 %",
      "Preparing: História 50 %",
      "Preparing: História 100 %",
      "  Lâmina is up: http://localhost:8080",
      "  API: https://localhost:444",
      "  Broker: wss://localhost:40123/mqtt (in the specification: port 8884, path /mqtt)",
      "  Demo users: ana, bruno",
      "  Password: irrigar",
      "  Ctrl-C stops it.",
      "The demo API has ended; it starts again in 0.5 s.",
    ]);
  });

  test("with a TTY: one line that is rewritten", () => {
    expect(printed(true)).toContain("\r\u001b[KPreparing: História 51 %\r\u001b[KPreparing: História 100 %");
  });
});
