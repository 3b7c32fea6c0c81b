import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { deviceTopic } from "@lamina/shared/messages/device-topics";
import { connectAsync } from "mqtt";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compiled } from "../../../scripts/testing/compiled.ts";
import { environmentOf, readReplicas } from "../../../scripts/testing/compose.ts";
import { freePort } from "../../../scripts/testing/free-port.ts";
import { type Sent, send } from "../../testing/http.ts";
import { mosquittoAvailable, startMosquitto } from "../../testing/mosquitto.ts";
import { postgresAvailable, startPostgres, type TestServer } from "../../testing/postgres.ts";
import { ensureCertificate } from "../core/tls/certificate.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const CLIENT = "demo-santa-clara";
const ACCOUNT = { username: "api", password: "segredo" };
/** A value that the simulator does not send. */
const MEASURED = 21.375;
/** Few, because each one hashes a password. */
const MAX_FAILURES = 5;
const PATIENCE = { timeout: 60_000, interval: 50 };

const { args, services } = readReplicas();

describe.skipIf(!(postgresAvailable && mosquittoAvailable) && !process.env.CI)(
  "two replicas, a worker and ingestion, as the compose file starts them",
  { timeout: 240_000 },
  () => {
    let server: TestServer;
    let mosquitto: Awaited<ReturnType<typeof startMosquitto>>;
    let database: pg.Client;
    let folder: string;
    let agent: Agent;
    let url: string;
    const children: ChildProcess[] = [];
    const ports: Record<string, number> = {};
    const outputs: Record<string, string> = {};

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "replicas-"));
      [server, mosquitto] = await Promise.all([startPostgres(), startMosquitto(ACCOUNT.username, ACCOUNT.password)]);
      url = await server.createDatabase();
      const { cert, key, caFile } = await ensureCertificate(join(folder, "tls"), ["localhost"], new Date());
      for (const [name, text] of Object.entries({ cert, key, secret: "k".repeat(32), password: ACCOUNT.password }))
        writeFileSync(join(folder, name), text);
      agent = new Agent({ ca: readFileSync(caFile), keepAlive: true });
      database = new pg.Client({ connectionString: url });
      await database.connect();
    });

    afterAll(async () => {
      agent?.destroy();
      await database?.end();
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await Promise.all([server?.stop(), mosquitto?.stop()]);
      if (folder) rmSync(folder, { recursive: true });
    });

    /** Starts a service with its environment, in which only addresses and files are replaced. */
    async function startService(name: string, changes: Record<string, string | undefined> = {}): Promise<ChildProcess> {
      const port = await freePort();
      ports[name] = port;
      const environment = environmentOf(services[name] ?? { environment: {} }, {
        PATH: process.env.PATH,
        ...compiled,
        PORT: port,
        METRICS_PORT: 0,
        DATA_DIR: join(folder, `data-${name}`),
        DATABASE_URL: url,
        DATABASE_PASSWORD_FILE: undefined,
        SECRET_KEY_FILE: join(folder, "secret"),
        TLS_CERT_FILE: join(folder, "cert"),
        TLS_KEY_FILE: join(folder, "key"),
        MQTT_URL: mosquitto.url,
        MQTT_USERNAME: ACCOUNT.username,
        MQTT_PASSWORD_FILE: join(folder, "password"),
        MQTT_CA_FILE: undefined,
        ADMIN_PASSWORD_FILE: undefined,
        DEMO: "1",
        DEMO_HISTORY_DAYS: "0",
        LOGIN_MAX_FAILURES: MAX_FAILURES,
        LOG_LEVEL: "warn",
        ...changes,
      });
      const child = spawn(process.execPath, args, { cwd: ROOT, env: environment });
      children.push(child);
      outputs[name] = "";
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (outputs[name] += String(text)));
      return child;
    }

    const call = (name: string, path: string, sent?: Sent) =>
      send(agent, `https://localhost:${ports[name]}${path}`, sent);
    const isUp = (name: string) =>
      vi.waitFor(async () => expect((await call(name, "/healthz")).status, outputs[name]).toBe(200), PATIENCE);
    const login = async (name: string) => {
      const answer = await call(name, "/Authentication/Login", {
        body: { UserName: "admin", Password: encodeBase64("irrigar") },
      });
      return (answer.body as { token: string }).token;
    };
    const rows = async <Row extends pg.QueryResultRow>(text: string) => (await database.query<Row>(text)).rows;

    it("share keys, answers and work", async () => {
      // The second one waits while the first fills the database.
      await Promise.all(["api-1", "api-2", "worker", "ingest"].map((name) => startService(name)));
      await Promise.all(["api-1", "api-2", "worker", "ingest"].map(isUp));
      const token = await login("api-1");
      const farms = await call("api-2", `/Farm/GetByClientID?ID=${CLIENT}`, { token });
      expect(farms.status).toBe(200);
      expect((await call("worker", `/Farm/GetByClientID?ID=${CLIENT}`, { token })).status).toBe(404);

      // A write by one replica invalidates an answer that the other one caches.
      const view = `/Irrigameter/GetByClientID?ID=${CLIENT}`;
      const { etag } = (await call("api-2", view, { token })).headers;
      const [farm] = farms.body as { _id: string }[];
      const renamed = await call("api-1", "/Farm/Update", { token, body: { _id: farm?._id, name: "Outro nome" } });
      expect(renamed.status).toBe(200);
      await vi.waitFor(
        async () => expect((await call("api-2", view, { token })).headers.etag).not.toBe(etag),
        PATIENCE,
      );

      // No call reads this sector, so the worker computes it.
      const [sector] = await rows<{ _id: string }>(
        `select _id from pivot_sectors where client_id = '${CLIENT}' limit 1`,
      );
      const date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
      const rain = { clientId: CLIENT, sectorId: sector?._id, date, mm: 7 };
      expect((await call("api-2", "/Rain/Insert", { token, body: rain })).status).toBe(200);
      await vi.waitFor(async () => {
        expect(await rows("select sector_id from stale_sectors")).toEqual([]);
        expect(await rows("select sector_id from decision_times where is_changed")).toEqual([]);
      }, PATIENCE);

      // A device's message, which only ingestion takes.
      const [device] = await rows<{ serial: string; variable: string }>(
        `select d.serial, s.variable from devices d join sensors s on s.device_id = d._id where d.client_id = '${CLIENT}' and s.variable = 'airTemp' limit 1`,
      );
      const broker = await connectAsync(mosquitto.url, ACCOUNT);
      const message = {
        serial: device?.serial,
        readings: [{ variable: device?.variable, date: new Date().toISOString(), value: MEASURED }],
      };
      await vi.waitFor(async () => {
        await broker.publishAsync(deviceTopic(device?.serial ?? "", "readings"), JSON.stringify(message), { qos: 1 });
        expect(await rows(`select 1 from readings where raw = ${MEASURED}`)).not.toEqual([]);
      }, PATIENCE);
      await broker.endAsync();
    });

    it("share the limits of failed logins", async () => {
      const guess = (name: string) =>
        call(name, "/Authentication/Login", { body: { UserName: "maria", Password: encodeBase64("errada") } });
      const statuses: number[] = [];
      for (let turn = 0; turn <= MAX_FAILURES; turn++)
        statuses.push((await guess(turn % 2 ? "api-1" : "api-2")).status);
      expect(statuses).toEqual([...Array(MAX_FAILURES).fill(200), 429]);
      for (const name of ["api-1", "api-2"]) expect((await guess(name)).headers["retry-after"]).toMatch(/^\d{3}$/);
    });

    it("refuse a process without their key", async () => {
      const environment = { ROLE: "all", SECRET_KEY_FILE: undefined };
      const child = await startService("stranger", environment);
      // Its output has been read when it closes.
      expect(await once(child, "close")).toEqual([1, null]);
      expect(outputs.stranger).toContain("Another process uses this database");
    });
  },
);
