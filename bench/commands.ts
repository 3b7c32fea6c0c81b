// `npm run bench:commands`: how long an order takes from the tap to the panel, and what the panel reports to the screens,
// in a client of 300 machines whose panels all report meanwhile. Everything passes the BFF and the broker as in use.
//
//   npm run bench:commands -- [--machines 300] [--pages 20] [--starts 300]     DATABASE_URL for PostgreSQL
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { CHANGES_TOPIC } from "@lamina/shared/messages/broker";
import { commandTopic, deviceTopic } from "@lamina/shared/messages/device-topics";
import { ServerFrame } from "@lamina/shared/messages/realtime";
import { ChangeMessage } from "@lamina/shared/records/alert";
import { CommandMessage, type PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import type { DeviceSecret } from "@lamina/shared/records/telemetry";
import { connectAsync, type MqttClient } from "mqtt";
import { startApi } from "../e2e/product/api.ts";
import { bffEnvironment, startBff } from "../e2e/product/bff.ts";
import { type Client, logIn } from "./client.ts";
import { line, machine, quantile } from "./figures.ts";

const ADMIN = "bench-password";
const TIMEZONE = "America/Sao_Paulo";
const PLACE = { lat: -20.3, lon: -48.3 };
const PER_FARM = 30;
const BUILT_AT_ONCE = 6;
/** All panels report once in this time, as those of machines under way do. */
const REPORT_MS = 30_000;
/** Between two starts: more of a client are not given in a minute. */
const START_EVERY_MS = 250;
/** From a panel's answer to the first step of its machine. */
const MOTION_MS = 2_000;
/** Longest wait for one figure. Longer ones count as this long. */
const LONGEST_MS = 60_000;

const { values } = parseArgs({
  options: {
    machines: { type: "string", default: "300" },
    pages: { type: "string", default: "20" },
    starts: { type: "string", default: "300" },
  },
});
const starts = Number(values.starts);

interface Panel {
  pivotId: string;
  serial: string;
  mqtt: MqttClient;
  running: boolean;
  take: (order: CommandMessage) => void;
}

const { DATABASE_URL } = process.env;
const own = { DEMO: "0", ADMIN_PASSWORD: ADMIN, LOG_LEVEL: "warn", ...(DATABASE_URL && { DATABASE_URL }) };
await using api = await startApi(own);
await using bff = await startBff(bffEnvironment(api));
const person = await logIn(api, "admin", ADMIN);
const clientId = await person.added("/Client/Insert", { name: "Frota", typeChart: 1, timezone: TIMEZONE });
const panels = await buildPanels(person, Number(values.machines));
const heard = new Set<(change: ChangeMessage, page: number) => void>();
const pages = await Promise.all(Array.from({ length: Number(values.pages) }, (_, page) => openPage(page)));
console.log(`${machine()}; ${panels.length} machines, ${pages.length} pages`);
const ended = new AbortController();
const reporting = reportAll(ended.signal);
await wait(REPORT_MS);

const times = { panel: [] as number[], socket: [] as number[], shown: [] as number[], lost: 0 };
const under: Promise<void>[] = [];
for (const panel of Array.from({ length: starts }, (_, index) => panels[index % panels.length])) {
  if (panel) under.push(measureStart(panel));
  await wait(START_EVERY_MS);
}
await Promise.all(under);
ended.abort();
await reporting;
show("from the tap to the panel", times.panel);
show("from the panel's report to the message at each page's socket", times.socket);
show("from the panel's report to an answer that has the start as done", times.shown);
if (times.lost > 0) line("not arrived", `${times.lost}`);
for (const page of pages) page.close();
await Promise.all(panels.map(({ mqtt }) => mqtt.endAsync(true)));
person.close();

function show(name: string, found: readonly number[]): void {
  const of = (share: number) => `${quantile(found, share).toFixed(0)} ms`;
  line(name, `p50 ${of(0.5)}, p95 ${of(0.95)}, longest ${of(1)} of ${found.length}`);
}

/** Farms of 30 machines with one sector each, and a panel on each that is connected and has reported. */
async function buildPanels(to: Client, count: number): Promise<Panel[]> {
  const ca = readFileSync(api.caFile);
  const layers = [{ depthCm: 100, fcPct: 30, wpPct: 18 }];
  const soilId = await to.added("/Soil/Insert", { clientId, name: "Latossolo", layers });
  const built: Panel[] = [];
  let farmId = "";
  async function build(number: number): Promise<Panel> {
    const size = { kind: "pivot", radiusM: 400, flowM3h: 180, efficiencyPct: 85 };
    const pivot = { clientId, farmId, name: `Pivô ${number}`, ...PLACE, ...size };
    const pivotId = await to.added("/Pivot/Insert", pivot);
    const sector = { clientId, pivotId, name: "Setor", angleStart: 0, angleEnd: 360, soilId };
    await to.added("/PivotSector/Insert", sector);
    const serial = `painel-${number}`;
    const device = { clientId, farmId, pivotId, serial, sensorTypeId: "pivot-panel" };
    const _id = await to.added("/Device/Insert", device);
    const { secret } = (await to.send("/Device/RotateSecret", { _id })) as DeviceSecret;
    const mqtt = await connectAsync(api.broker.url, { ca, username: serial, password: secret, clientId: serial });
    const panel: Panel = { pivotId, serial, mqtt, running: false, take: () => {} };
    mqtt.on("message", (_topic, payload) => panel.take(CommandMessage.parse(JSON.parse(payload.toString()))));
    await mqtt.subscribeAsync(commandTopic(serial), { qos: 1 });
    await report(panel);
    return panel;
  }
  for (let number = 0; number < count; number += BUILT_AT_ONCE) {
    if (number % PER_FARM < BUILT_AT_ONCE)
      farmId = await to.added("/Farm/Insert", {
        clientId,
        name: `Fazenda ${number}`,
        ...PLACE,
        altitude: 500,
        timezone: TIMEZONE,
      });
    const numbers = Array.from({ length: Math.min(BUILT_AT_ONCE, count - number) }, (_, index) => number + index);
    built.push(...(await Promise.all(numbers.map(build))));
  }
  return built;
}

async function report({ serial, mqtt, running }: Panel): Promise<void> {
  const direction = running ? "forward" : "stopped";
  const state = { date: new Date().toISOString(), running, wet: false, direction, angleDeg: 10, percent: 50 };
  await mqtt.publishAsync(deviceTopic(serial, "pivot"), JSON.stringify(state), { qos: 1 });
}

/** All panels report, spread over each interval, until the signal. */
async function reportAll(signal: AbortSignal): Promise<void> {
  for (let sent = 0; !signal.aborted; sent++) {
    const panel = panels[sent % panels.length];
    if (panel) await report(panel);
    await wait(REPORT_MS / panels.length);
  }
}

/** A page of the client, as far as the server knows: a socket that hears of changes. */
async function openPage(page: number): Promise<WebSocket> {
  const socket = new WebSocket(`${bff.url.replace("http", "ws")}/realtime`);
  const subscribed = Promise.withResolvers<void>();
  socket.onmessage = ({ data }) => {
    const frame = ServerFrame.parse(JSON.parse(String(data)));
    if (frame.type === "authenticated") socket.send(JSON.stringify({ type: "subscribe", topic: CHANGES_TOPIC }));
    if (frame.type === "subscribed") subscribed.resolve();
    if (frame.type === "error") subscribed.reject(new Error(frame.error));
    if (frame.type !== "message" || frame.topic !== CHANGES_TOPIC) return;
    for (const hear of heard) hear(ChangeMessage.parse(frame.message), page);
  };
  socket.onopen = () => socket.send(JSON.stringify({ type: "authenticate", token: person.token }));
  await subscribed.promise;
  return socket;
}

async function throughBff(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${bff.url}/api${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(body && { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** The time until something happens; undefined after the longest wait. */
async function timeUntil(happened: Promise<unknown>): Promise<number | undefined> {
  const startedAt = performance.now();
  const limit = new AbortController();
  const late = wait(LONGEST_MS, "late" as const, { signal: limit.signal }).catch(() => "late" as const);
  const outcome = await Promise.race([happened.then(() => "in time" as const), late]);
  limit.abort();
  if (outcome === "late") times.lost++;
  return outcome === "late" ? undefined : performance.now() - startedAt;
}

/** One start: the order to the panel, its answer, its report, and the screens that show it. */
async function measureStart(panel: Panel): Promise<void> {
  const { pivotId, serial, mqtt } = panel;
  const ordered = new Promise<CommandMessage>((resolve) => {
    panel.take = resolve;
  });
  const expiresAt = new Date(Date.now() + LONGEST_MS).toISOString();
  const taken = timeUntil(ordered);
  const start = { pivotId, expiresAt, command: "start", wet: false, percent: 50 };
  const { _id } = (await throughBff("/PivotCommand/Insert", start)) as PivotCommand;
  const toPanel = await taken;
  if (toPanel === undefined) return;
  times.panel.push(toPanel);
  const answer = { id: _id, state: "accepted", date: new Date().toISOString() };
  await mqtt.publishAsync(deviceTopic(serial, "command-states"), JSON.stringify(answer), { qos: 1 });
  await wait(MOTION_MS);

  panel.running = true;
  const seen = pages.map(() => Promise.withResolvers<void>());
  const hear = (change: ChangeMessage, page: number) => {
    const isOwn = change.pivotIds === undefined || change.pivotIds.includes(pivotId);
    if (isOwn && change.entities.includes("PivotCommand")) seen[page]?.resolve();
  };
  heard.add(hear);
  const [first] = seen;
  const shown = timeUntil(Promise.resolve(first?.promise).then(() => isDone(_id)));
  const messages = seen.map(({ promise }) => timeUntil(promise));
  await report(panel);
  for (const time of await Promise.all(messages)) if (time !== undefined) times.socket.push(time);
  heard.delete(hear);
  const toScreen = await shown;
  if (toScreen !== undefined) times.shown.push(toScreen);
}

/** Asks as a page does after a message, until the start is done. */
async function isDone(id: string): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  while (performance.now() < deadline) {
    const all = (await throughBff(`/PivotCommand/GetByClientID?ID=${clientId}`)) as PivotCommand[];
    if (all.some(({ _id, state }) => _id === id && state === "done")) return;
    await wait(100);
  }
}
