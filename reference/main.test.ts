import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { CONFIGURATION_EXIT_CODE, SupervisionMessage } from "@lamina/shared/messages/supervision";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { compiled } from "../scripts/testing/compiled.ts";
import { inLongRun, isLongFor } from "../scripts/testing/long.ts";
import { send } from "./testing/http.ts";
import { copyEmptyDatabase } from "./testing/pglite.ts";

const MAIN = join(import.meta.dirname, "main.ts");
/** More than a chapter of the simulated past, so that a signal interrupts it. */
const PAST_DAYS = 12;
/** A second start takes longer than the checks of a running program; the lock has tests of its own. */
const isEach = isLongFor("reference/main.ts", "reference/api/core/", "reference/api/app/");
let dataDir: string;
const children: ChildProcess[] = [];

async function makeData(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), "api-"));
  await copyEmptyDatabase(join(dataDir, "database"));
}

/** Ends the programs before. */
async function removeData(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await rm(dataDir, { recursive: true, force: true });
}

interface Running {
  child: ChildProcess;
  messages: SupervisionMessage[];
  output: () => string;
  /** Resolves after its output has been read. */
  exit: Promise<number | null>;
}

function run(environment: Record<string, string> = {}, options: ForkOptions = {}): Running {
  const env = {
    PATH: process.env.PATH,
    ...compiled,
    DATA_DIR: dataDir,
    PORT: "0",
    MQTT_PORT: "0",
    LOG_LEVEL: "info",
    DEMO_HISTORY_DAYS: "0",
    ...environment,
  };
  const child = fork(MAIN, [], { env, silent: true, execArgv: [], ...options });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  // One listener for all, because several messages may arrive at once.
  const messages: SupervisionMessage[] = [];
  child.on("message", (message) => messages.push(SupervisionMessage.parse(message)));
  // Not `close`, which a child that was disconnected never emits.
  const read = [child.stdout, child.stderr].map((stream) => stream && finished(stream));
  const exit = Promise.all([once(child, "exit"), ...read]).then(([[code]]) => code as number | null);
  return { child, messages, output: () => output, exit };
}

/** Waits for a message. @throws when the program ends before it */
async function messageOf<Message>(
  { child, messages, exit, output }: Running,
  find: (messages: readonly SupervisionMessage[]) => Message | undefined,
): Promise<Message> {
  for (;;) {
    const found = find(messages);
    if (found) return found;
    const arrived = await Promise.race([once(child, "message"), exit.then(() => undefined)]);
    if (arrived === undefined) throw new Error(`ended before it said so:\n${output()}`);
  }
}

const ready = (running: Running) =>
  messageOf(running, (messages) => messages.find((message) => message.type === "ready"));

describe("a running program", { timeout: 240_000 }, () => {
  let running: Running;
  let message: Awaited<ReturnType<typeof ready>>;
  let agent: Agent;

  beforeAll(async () => {
    await makeData();
    running = run();
    message = await ready(running);
    agent = new Agent({ ca: readFileSync(message.caFile) });
  });
  afterAll(removeData);

  it("sends its address to the supervisor, and logs no token, password or query value", async () => {
    expect(message).toMatchObject({ demo: { users: ["ana", "bruno", "carla", "admin"], password: "irrigar" } });
    const password = encodeBase64("irrigar");
    const login = await send(agent, `${message.url}/Authentication/Login`, {
      body: { UserName: "ana", Password: password },
    });
    const { token } = login.body as { token: string };
    expect(token).toContain(".");
    await send(agent, `${message.url}/Farm/GetByID?ID=segredo-da-consulta`, { token });
    await send(agent, `${message.url}/nada?ID=segredo-da-consulta`, { token });
    await send(agent, `${message.url}/Client/GetAll`, { token: "segredo.do.token" });
    await vi.waitFor(() => expect(running.output().match(/answered/g)).toHaveLength(4));
    for (const secret of [token, password, "segredo", message.broker.password])
      expect(running.output()).not.toContain(secret);
  });

  it("makes its secrets unreadable for others", () => {
    for (const file of ["token-key.json", "broker-password", "tls/ca-key.pem", "tls/server-key.pem"])
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
  });

  // Not skipped elsewhere, because a skipped test is a failure in CI.
  if (isEach)
    it("excludes a second process from its data", async () => {
      const second = run();
      expect(await second.exit).toBe(1);
      expect(second.output()).toContain("is in use by process");
    });

  it("ends with its supervisor, and releases the directory", async () => {
    running.child.disconnect();
    expect(await running.exit).toBe(0);
    if (!isEach) return;
    const again = run();
    expect((await ready(again)).broker).toMatchObject({ username: "bff", password: message.broker.password });
    again.child.kill("SIGTERM");
    expect(await again.exit).toBe(0);
  });
});

describe("the program", { timeout: 240_000 }, () => {
  beforeEach(makeData);
  afterEach(removeData);

  it("ends when its supervisor disconnects during the start", async () => {
    const running = run();
    running.child.disconnect();
    expect(await running.exit).toBe(0);
  });

  it.each(["PORT", ...inLongRun("MQTT_PORT")])("ends with one sentence when %s is taken", async (name) => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const { port } = holder.address() as AddressInfo;
    try {
      const running = run({ [name]: String(port), LOG_LEVEL: "silent" });
      // No restart would help, so the supervisor makes none.
      expect(await running.exit).toBe(CONFIGURATION_EXIT_CODE);
      const variable = name === "PORT" ? "API_PORT" : name;
      expect(running.output()).toContain(
        `Port ${port} is taken: stop what listens there, or set ${variable}= to another one.`,
      );
      expect(running.messages, "no database was opened").toEqual([]);
      expect(running.output()).not.toMatch(/^\s+at /m);
    } finally {
      holder.close();
    }
  });

  it("rejects an invalid configuration with every error", async () => {
    const running = run({ PORT: "muitas", SEED: "-1" });
    expect(await running.exit).toBe(CONFIGURATION_EXIT_CODE);
    expect(running.output()).toMatch(/PORT.*\n.*SEED/);
  });

  if (isLongFor("reference/main.ts", "reference/api/core/"))
    it("names HOST when its name cannot be found", async () => {
      const running = run({ HOST: "nowhere.invalid", METRICS_PORT: "0" });
      expect(await running.exit).toBe(1);
      expect(running.output()).toMatch(
        /^HOST is no address of this machine \(nowhere\.invalid\): set HOST=127\.0\.0\.1/m,
      );
    });

  if (isLongFor("reference/main.ts", "reference/api/core/"))
    it.skipIf(process.platform !== "linux")("refuses a data folder that cannot be made, once", async () => {
      const running = run({ DATA_DIR: "/proc/lamina/data" });
      expect(await running.exit).toBe(CONFIGURATION_EXIT_CODE);
      expect(running.output()).toContain("DATA_DIR /proc/lamina/data cannot be made (ENOENT): name another DATA_DIR.");
    });

  if (isLongFor("reference/main.ts", "reference/api/app/", "reference/demo/simulator/"))
    it("ends at once on a signal while it generates the past, and resumes at the next start", async () => {
      const running = run({ DEMO_HISTORY_DAYS: String(PAST_DAYS) });
      await messageOf(running, (messages) =>
        messages.find((message) => message.type === "progress" && message.step === "demo-readings" && message.done > 0),
      );
      running.child.kill("SIGTERM");
      expect(await running.exit).toBe(0);
      const again = run({ DEMO_HISTORY_DAYS: String(PAST_DAYS) });
      await ready(again);
      expect(again.messages).toContainEqual(expect.objectContaining({ step: "demo-readings", done: PAST_DAYS }));
      again.child.kill("SIGTERM");
      expect(await again.exit).toBe(0);
    });

  it("makes one administrator without the demo, with the password in a file", async () => {
    const running = run({ DEMO: "0" });
    const message = await ready(running);
    expect(message.demo).toBeNull();
    const agent = new Agent({ ca: readFileSync(message.caFile) });
    const login = (UserName: string, password: string) =>
      send(agent, `${message.url}/Authentication/Login`, { body: { UserName, Password: encodeBase64(password) } });
    expect((await login("ana", "irrigar")).body).toEqual({ token: "" });
    const password = readFileSync(join(dataDir, "admin-password"), "utf8");
    expect((await login("admin", password)).body).not.toEqual({ token: "" });
  });
});
