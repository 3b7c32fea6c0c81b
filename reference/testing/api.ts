import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { HOUR_MS } from "@lamina/shared/core/time";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { HASH_COST } from "../api/access/identity/password.ts";
import type { WebhookNetwork } from "../api/alerts/webhook/send.ts";
import { type RunningApi, start } from "../api/app/start.ts";
import type { Clock } from "../api/core/clock.ts";
import { readConfig } from "../api/core/config.ts";
import { demo } from "../demo/demo.ts";
import { type HttpReply, type Sent, send } from "./http.ts";
import { copyEmptyDatabase } from "./pglite.ts";
import { postgresAvailable, runsOnPglite, startPostgres, type TestServer } from "./postgres.ts";

// The least that Argon2 takes: tests log in a thousand times.
Object.assign(HASH_COST, { m: 8, t: 1 });

/** A clock that tests move. */
interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** The real program on free ports and its own directory, called over TLS. */
export interface TestApi extends RunningApi {
  clock: TestClock;
  dataDir: string;
  agent: Agent;
  send(path: string, sent?: Sent): Promise<HttpReply>;
  /** A token of a demo user. */
  login(userName: string, password?: string): Promise<string>;
}

interface TestApiOptions {
  environment?: Record<string, string>;
  tickMs?: number;
  network?: WebhookNetwork;
  /** The suite depends on how a database behaves, so every run has it on PGlite too. */
  isDialect?: boolean;
}

/** Without a database or a data folder of its own on PostgreSQL, which is quicker, where it is installed. */
export async function startTestApi({
  environment,
  tickMs,
  network,
  isDialect = false,
}: TestApiOptions = {}): Promise<TestApi> {
  const dataDir = environment?.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "api-")));
  const isPlaced = environment?.DATA_DIR !== undefined || environment?.DATABASE_URL !== undefined;
  const server = isPlaced || runsOnPglite(isDialect) ? undefined : await startPostgres();
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: "0",
    MQTT_PORT: "0",
    MQTTS_PORT: "0",
    LOG_LEVEL: "silent",
    // Tests of the farm's past set their own value.
    DEMO_HISTORY_DAYS: "0",
    ...(server && { DATABASE_URL: await server.createMigratedDatabase(), DEMO: "1" }),
    ...environment,
  });
  if (!config.databaseServer && environment?.DATA_DIR === undefined) await copyEmptyDatabase(join(dataDir, "database"));
  const clock = movableClock();
  const api = await start(config, { demo, clock, tickMs: tickMs ?? HOUR_MS, network });
  const agent = new Agent({ ca: readFileSync(api.caFile), keepAlive: true });
  const sendTo = (path: string, sent?: Sent) => send(agent, `${api.url}${path}`, sent);
  return {
    ...api,
    clock,
    dataDir,
    agent,
    send: sendTo,
    async login(userName, password = "irrigar") {
      const body = { UserName: userName, Password: encodeBase64(password) };
      const answer = await sendTo("/Authentication/Login", { body });
      return (answer.body as { token: string }).token;
    },
    async close() {
      agent.destroy();
      await api.close();
      await server?.stop();
      if (environment?.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Noon on the farms, so that they and UTC have the same date, of a day in the season of rain. */
const START = "-11-22T15:00:00Z";

/**
 * The last such moment: the demo farm and its past are the same on each day of a year. The year is the real one, because
 * certificates are checked by the real time.
 */
export function startOfTests(): number {
  const real = performance.timeOrigin + performance.now();
  const year = new Date(real).getUTCFullYear();
  const start = Date.parse(`${year}${START}`);
  return start > real ? Date.parse(`${year - 1}${START}`) : start;
}

/** Moves only on request. */
function movableClock(): TestClock {
  let now = startOfTests();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** Runs a suite against the API on PostgreSQL and, by {@link runsOnPglite}, on PGlite, one API for all of its tests. */
export function describeApi(name: string, suite: (api: () => TestApi) => void, options: TestApiOptions = {}): void {
  const { isDialect = false } = options;
  if (runsOnPglite(isDialect)) {
    describe(`${name} on PGlite`, () => {
      let api: TestApi;
      beforeAll(async () => {
        api = await startTestApi(options);
      });
      afterAll(() => api?.close());
      suite(() => api);
    });
  }

  // A missing server skips the suite on a laptop, and fails in CI.
  describe.skipIf(!postgresAvailable && !process.env.CI)(`${name} on PostgreSQL`, () => {
    let server: TestServer;
    let api: TestApi;
    beforeAll(async () => {
      server = await startPostgres();
      const environment = { DATABASE_URL: await server.createMigratedDatabase(), DEMO: "1", ...options.environment };
      api = await startTestApi({ ...options, environment });
    });
    afterAll(async () => {
      await api?.close();
      await server?.stop();
    });
    suite(() => api);
  });
}

/** Expects RFC 9457 with this status and id. */
export function expectProblem(answer: HttpReply, status: number, id: string): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { status, id } });
  expect(answer.headers["content-type"]).toContain("application/problem+json");
}
