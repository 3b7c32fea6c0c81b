import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { randomOf } from "@lamina/shared/core/random";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@lamina/shared/core/time";
import type { CommandStep } from "@lamina/shared/records/commands/pivot-command";
import pg from "pg";
import { expect, it } from "vitest";
import { openGate } from "../../../scripts/testing/gate.ts";
import { mosquittoAvailable, startMosquitto } from "../../testing/mosquitto.ts";
import { postgresAvailable, startPostgres } from "../../testing/postgres.ts";
import { ensureCertificate } from "../core/tls/certificate.ts";
import { AHEAD_MS } from "./rules/next-step.ts";
import { openChaosPanel } from "./testing/chaos-panel.ts";
import { startPiece } from "./testing/chaos-processes.ts";

const MINUTES = Number(process.env.LONG_MINUTES ?? 1);
const SEED = Number(process.env.LONG_SEED ?? 38);
/** An order that was lost holds its machine back for minutes, so that only many machines start often. */
const MACHINES = 160;
/** Lines between the broker and the panels; a cut loses the orders of one. */
const LINES = 8;
/** Longest pause between two taps at one machine. */
const PAUSE_MS = 16 * SECOND_MS;
const ACCOUNT = { username: "api", password: "segredo" };
/** Clocks of panels. Those that are hours off take stops only. */
const SKEWS = [...Array<number>(16).fill(0), MINUTE_MS, -MINUTE_MS, 3 * HOUR_MS, -5 * HOUR_MS];
/** Longer than any panel reads late on a busy machine, so that a late one is the API's fault. */
const LIFE_MS = 30 * SECOND_MS;
const START_MS = 400_000;

interface CommandRow {
  _id: string;
  pivot_id: string;
  order: { command: string };
  states: CommandStep[];
  sequence: number | null;
  sent_at: Date | null;
}

it.skipIf(!(postgresAvailable && mosquittoAvailable) && !process.env.CI)(
  "two APIs, a worker and ingestion start no machine twice, late or after a stop, while all that is between them fails",
  { timeout: START_MS + MINUTES * MINUTE_MS * 2 },
  async () => {
    const random = randomOf(SEED);
    const chance = (share: number) => random() < share;
    const some = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item;
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), "commands-chaos-"));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const mosquitto = stack.adopt(await startMosquitto(ACCOUNT.username, ACCOUNT.password), (one) => one.stop());
    const server = stack.adopt(await startPostgres(), (one) => one.stop());
    const toBroker = stack.use(await openGate(mosquitto.url));
    const toPanels: (typeof toBroker)[] = [];
    for (let line = 0; line < LINES; line++) toPanels.push(stack.use(await openGate(mosquitto.url)));
    const { cert, key, caFile } = await ensureCertificate(join(folder, "tls"), ["localhost"], new Date());
    for (const [name, text] of Object.entries({ cert, key, secret: "k".repeat(32) }))
      writeFileSync(join(folder, name), text);
    const databaseUrl = await server.createMigratedDatabase();
    const environment = {
      ...{ DATABASE_URL: databaseUrl, LOGIN_MAX_FAILURES: "1000" },
      ...{
        TLS_CERT_FILE: join(folder, "cert"),
        TLS_KEY_FILE: join(folder, "key"),
        SECRET_KEY_FILE: join(folder, "secret"),
      },
      ...{
        MQTT_URL: `mqtt://127.0.0.1:${toBroker.port}`,
        MQTT_USERNAME: ACCOUNT.username,
        MQTT_PASSWORD: ACCOUNT.password,
      },
    };
    const roles = ["api", "api", "worker", "ingest"] as const;
    const pieces = await Promise.all(
      roles.map((role, index) => startPiece(role, { ...environment, DATA_DIR: join(folder, `data-${index}`) }, caFile)),
    );
    for (const piece of pieces) stack.defer(() => piece.stop());
    await Promise.all(pieces.map((piece) => piece.isUp()));
    const [one, other] = pieces;
    if (!one || !other) throw new Error("two APIs");
    const token = await one.logIn();
    const insert = async (entity: string, fields: object): Promise<string> => {
      const { status, body } = await one.call(`/${entity}/Insert`, { token, body: fields });
      expect([status, body]).toEqual([200, expect.anything()]);
      return (body as { _id: string })._id;
    };
    const place = { lat: -20.3, lon: -48.3 };
    const timezone = "America/Sao_Paulo";
    const clientId = await insert("Client", { name: "Caos", typeChart: 1, timezone });
    const farms: string[] = [];
    for (const name of ["Norte", "Sul", "Leste", "Oeste"])
      farms.push(await insert("Farm", { clientId, name, timezone, altitude: 500, ...place }));
    const machines: { pivotId: string; panel: ReturnType<typeof openChaosPanel> }[] = [];
    for (let number = 0; number < MACHINES; number++) {
      const farmId = farms[number % farms.length];
      const size = { kind: "pivot", radiusM: 400, flowM3h: 180, efficiencyPct: 85 };
      const pivotId = await insert("Pivot", { clientId, farmId, name: `Pivô ${number}`, ...place, ...size });
      const serial = `PC-${number}`;
      await insert("Device", { clientId, farmId, pivotId, serial, sensorTypeId: "pivot-panel" });
      const own = randomOf(SEED * 1_000 + number);
      const url = `mqtt://127.0.0.1:${toPanels[number % LINES]?.port}`;
      const skewMs = SKEWS[number % SKEWS.length] ?? 0;
      const options = { url, account: ACCOUNT, serial, skewMs, random: own };
      machines.push({ pivotId, panel: stack.adopt(openChaosPanel(options), (panel) => panel.close()) });
    }
    await wait(5 * SECOND_MS);

    const seen = { taps: 0, cuts: 0, kills: 0, held: {} as Record<string, number> };
    const until = Date.now() + MINUTES * MINUTE_MS;
    /** One tap: after a lost answer the same request is made again, at the other API. */
    async function tap(pivotId: string, order: object): Promise<void> {
      const expiresAt = new Date(Date.now() + LIFE_MS).toISOString();
      const headers = { "idempotency-key": randomUUID() };
      const first = Math.floor(random() * 2);
      seen.taps++;
      for (let turn = 0; turn < 3; turn++) {
        const api = [one, other][(first + turn) % 2];
        const reply = await api
          ?.call("/PivotCommand/Insert", { token, headers, body: { pivotId, expiresAt, ...order } })
          .catch(() => undefined);
        if (reply === undefined || reply.status >= 500) continue;
        const { current } = reply.body as { current?: { interlocks?: string[] } };
        for (const id of current?.interlocks ?? []) seen.held[id] = (seen.held[id] ?? 0) + 1;
        return;
      }
    }
    const START = { command: "start", wet: false, percent: 50 };
    async function people({ pivotId, panel }: (typeof machines)[number]): Promise<void> {
      while (Date.now() < until) {
        await wait(random() * PAUSE_MS);
        // A start of a machine that runs is held back, so that only one that was stopped starts again. A stop of a start
        // that is not proved yet is proved only after the life of both, which holds the machine back for minutes.
        if (panel.isRunning()) {
          if (chance(0.3)) await tap(pivotId, { command: "stop" });
          else if (chance(0.1)) await tap(pivotId, START);
          continue;
        }
        const kind = random();
        const scheduledFor = new Date(Date.now() + 1_000 + random() * 8 * SECOND_MS).toISOString();
        if (kind < 0.5) await tap(pivotId, START);
        else if (kind < 0.7) await Promise.all([tap(pivotId, START), tap(pivotId, START)]);
        else if (kind < 0.72) await Promise.all([tap(pivotId, START), tap(pivotId, { command: "stop" })]);
        else if (kind < 0.98) await tap(pivotId, { ...START, scheduledFor });
        else await tap(pivotId, { command: "stop" });
      }
    }
    async function cuts(): Promise<void> {
      while (Date.now() < until) {
        await wait(1_000 + random() * 5 * SECOND_MS);
        const gate = chance(0.3) ? toBroker : some(toPanels);
        gate.cut();
        await wait(random() * 2 * SECOND_MS);
        gate.mend();
        seen.cuts++;
      }
    }
    async function kills(): Promise<void> {
      while (Date.now() < until) {
        await wait(random() * 10 * SECOND_MS);
        await some(pieces).restart();
        seen.kills++;
      }
    }
    await Promise.all([cuts(), kills(), ...machines.map(people)]);
    // What is under way arrives or expires, and the last reports prove what they can.
    await wait(20 * SECOND_MS);

    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    stack.defer(() => database.end());
    const { rows } = await database.query<CommandRow>(
      'select _id, pivot_id, "order", states, sequence, sent_at from pivot_commands',
    );
    const ended: Record<string, number> = {};
    for (const { states } of rows) {
      const last = states.at(-1)?.state ?? "";
      ended[last] = (ended[last] ?? 0) + 1;
    }
    const all = machines.flatMap(({ panel }) => panel.taken);
    const starts = all.filter(({ command }) => command === "start").length;
    console.info(JSON.stringify({ seed: SEED, ...seen, commands: rows.length, taken: all.length, starts, ended }));

    for (const { pivotId, panel } of machines) {
      const { taken, reports, serial, skewMs } = panel;
      const name = `${serial}, clock ${skewMs / MINUTE_MS} min ahead`;
      expect(new Set(taken.map(({ id }) => id)).size, `${name}: an order taken twice`).toBe(taken.length);
      for (const [index, order] of taken.entries()) {
        // By its own clock: what the network held back, a panel whose clock is behind takes that much later.
        expect(order.at + skewMs, `${name}: after its life`).toBeLessThanOrEqual(Date.parse(order.expiresAt));
        if (order.command !== "start") continue;
        expect(order.wasRunning, `${name}: a second start`).toBe(false);
        const isOlder = taken.slice(0, index).some((stop) => stop.command === "stop" && stop.sequence > order.sequence);
        expect(isOlder, `${name}: a start from before a stop`).toBe(false);
      }
      for (const { order, states, sent_at, sequence } of rows.filter((row) => row.pivot_id === pivotId)) {
        const done = states.find(({ state }) => state === "done");
        if (done === undefined) continue;
        const isStart = order.command === "start";
        expect(done.source, name).toBe("telemetry");
        const sentAt = sent_at?.getTime() ?? Number.NaN;
        const proof = reports.find(
          ({ running, date, takenAt }) => running === isStart && date > sentAt && takenAt >= sentAt - AHEAD_MS,
        );
        expect(proof, `${name}: done without a report`).toBeDefined();
        expect(proof?.takenAt, `${name}: done before its report`).toBeLessThanOrEqual(Date.parse(done.at));
        const undone = taken.filter(
          (later) => later.command === "start" && later.at > Date.parse(done.at) && later.sequence < (sequence ?? 0),
        );
        if (!isStart) expect(undone, `${name}: a start follows a proved stop`).toEqual([]);
      }
    }
    expect(starts).toBeGreaterThan(0);
    expect(seen.kills).toBeGreaterThan(0);
  },
);
