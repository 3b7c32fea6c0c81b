import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { compiled } from "../../scripts/testing/compiled.ts";
import { freePort } from "../../scripts/testing/free-port.ts";
import { inLongRun, isLongFor } from "../../scripts/testing/long.ts";
import { ScriptedApi, sendJson } from "./testing/scripted-api.ts";
import { token } from "./testing/token.ts";

/** Starts whose sentences have tests beside their code. */
const isEach = isLongFor("server/src/main", "server/src/config", "server/src/supervisor/");
const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));
let folder: string;
let api: ScriptedApi;
let port: number;
const running = new Set<Program>();

/** The program as started in production. */
class Program {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  output = "";
  readonly exited: Promise<number | null>;

  constructor(env: Record<string, string>) {
    this.child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, ...compiled, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.on("data", (chunk) => {
        this.output += chunk;
      });
    }
    this.exited = once(this.child, "close").then(([code]) => code);
    running.add(this);
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lamina-main-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  api = await ScriptedApi.start();
  writeFileSync(join(folder, "ca.pem"), api.ca);
  port = await freePort();
});
afterEach(async () => {
  for (const { child, exited } of running) {
    child.kill("SIGKILL");
    await exited;
  }
  running.clear();
  await api.stop();
});

function environment(): Record<string, string> {
  return { PORT: String(port), UPSTREAM_URL: api.url, UPSTREAM_CA_FILE: join(folder, "ca.pem"), LOG_LEVEL: "info" };
}

async function serving(): Promise<Program> {
  const program = new Program(environment());
  await vi.waitFor(() => expect(program.output).toContain("Server listening"), { timeout: 60_000, interval: 20 });
  return program;
}

function get(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(
      { host: "127.0.0.1", port, path, agent: false, headers: { authorization: `Bearer ${token()}` } },
      async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, text });
      },
    )
      .on("error", reject)
      .end();
  });
}

describe("the start fails", () => {
  test("with a wrong configuration: every mistake, no stack, exit code 1", async () => {
    const program = new Program({ PORT: "x", UPSTREAM_TIMEOUT_MS: "soon", UPSTREAM_ULR: "https://api.example" });
    expect(await program.exited).toBe(1);
    expect(program.output).toContain("PORT must be a whole number");
    expect(program.output).toContain("UPSTREAM_TIMEOUT_MS must be");
    expect(program.output).not.toMatch(/\n\s+at /);
  });

  test("with a port that is taken", async () => {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    const program = new Program(environment());
    expect(await program.exited).toBe(1);
    expect(program.output).toContain(
      `Cannot listen on 127.0.0.1:${port}: the port is taken: choose another one, as PORT=`,
    );
    server.close();
  });

  if (isEach)
    test("with an address of another machine", async () => {
      const program = new Program({ ...environment(), HOST: "192.0.2.1" });
      expect(await program.exited).toBe(1);
      expect(program.output).toContain("HOST is no address of this machine");
    });

  if (isEach)
    test("with an invalid key", async () => {
      const program = new Program({ ...environment(), TOKEN_PUBLIC_KEY_FILE: MAIN });
      expect(await program.exited).toBe(1);
      expect(program.output).toContain("TOKEN_PUBLIC_KEY_FILE");
      expect(program.output).not.toMatch(/\n\s+at /);
    });
});

test("logs why the API cannot be used", async () => {
  api.json("GET /healthz", { title: "Loop detected" }, 508);
  const program = await serving();
  await vi.waitFor(
    () => expect(program.output).toMatch(/UPSTREAM_URL leads back to this server.*the API cannot be used/),
    { timeout: 60_000 },
  );
});

test("logs its configuration and paths without queries, and never a token", async () => {
  const program = await serving();
  await vi.waitFor(() => expect(program.output).toContain("configured as"));
  expect(program.output).toContain(`"upstream":"${api.url}"`);
  expect(program.output).toContain("the API is specified on port 444");
  api.json("*", []);
  await get("/api/Client/GetAll?ID=secret-id");
  await vi.waitFor(() => expect(program.output).toContain('"path":"/api/Client/GetAll"'));
  expect(program.output).not.toContain("secret-id");
  expect(program.output).not.toContain("Bearer");
});

test.each(["SIGTERM", ...inLongRun("SIGINT" as const)] as const)(
  "%s: running requests finish, new ones are refused, exit code 0",
  async (signal) => {
    const program = await serving();
    const gate = Promise.withResolvers<void>();
    api.on("*", async (_request, response) => {
      await gate.promise;
      sendJson(response, "finished");
    });
    const underWay = get("/api/Client/GetAll");
    await vi.waitFor(() => expect(api.callsOf("GET /Client/GetAll")).toHaveLength(1));
    program.child.kill(signal);
    await vi.waitFor(() => expect(get("/healthz")).rejects.toThrow(), { timeout: 60_000 });
    expect(program.child.exitCode).toBeNull();
    gate.resolve();
    expect(await underWay).toEqual({ status: 200, text: '"finished"' });
    expect(await program.exited).toBe(0);
  },
);

test("a second signal ends the process at once", async () => {
  const program = await serving();
  api.on("*", () => {});
  const underWay = get("/api/Client/GetAll").catch((error: unknown) => error);
  await vi.waitFor(() => expect(api.callsOf("GET /Client/GetAll")).toHaveLength(1));
  program.child.kill("SIGTERM");
  await vi.waitFor(() => expect(get("/healthz")).rejects.toThrow(), { timeout: 60_000 });
  program.child.kill("SIGTERM");
  expect(await program.exited).toBe(1);
  expect(await underWay).toBeInstanceOf(Error);
});

test("ends with the reason when the embedded API cannot use its data folder", async () => {
  const { UPSTREAM_URL: _url, UPSTREAM_CA_FILE: _authority, ...withoutApi } = environment();
  const program = new Program({ ...withoutApi, DATA_DIR: join(MAIN, "none"), API_PORT: "0" });
  expect(await program.exited).toBe(1);
  expect(program.output).toMatch(/DATA_DIR .*none is no folder: name another one/);
  expect(program.output.match(/is no folder/g)).toHaveLength(1);
});

if (isEach)
  test("a log without a reader stops nothing", async () => {
    const { UPSTREAM_URL: _url, UPSTREAM_CA_FILE: _authority, ...withoutApi } = environment();
    // An embedded API without its database exits and is restarted, and each restart writes a line.
    const DATABASE_URL = `postgres://127.0.0.1:${await freePort()}/none`;
    const program = new Program({ ...withoutApi, DATABASE_URL, DATA_DIR: folder, API_PORT: "0" });
    await vi.waitFor(() => expect(program.output).toContain(String(port)), { timeout: 60_000, interval: 20 });
    program.child.stdout.destroy();
    program.child.stderr.destroy();
    await vi.waitFor(async () => expect((await get("/healthz")).status).toBe(200));
    // It reports its second start half a second after the first.
    for (let look = 0; look < 20; look++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await get("/healthz")).status).toBe(200);
    }
    program.child.kill("SIGTERM");
    expect(await program.exited).toBe(0);
  });

test("clients that connect together wait for a busy process, instead of trying again after a second", async () => {
  const { child } = await serving();
  const limit = Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8"));
  child.kill("SIGSTOP");
  const clients = Array.from({ length: Math.min(1_000, limit) }, () => connect(port, "127.0.0.1"));
  try {
    await Promise.all(clients.map((client) => once(client, "connect", { signal: AbortSignal.timeout(20_000) })));
  } finally {
    child.kill("SIGCONT");
    for (const client of clients) client.destroy();
  }
});
