// `npm run bench:moving`: what an open page costs while all 120 machines of a client move: each panel reports a new angle
// every 10 s, by MQTT like a real one. The main thread's part of the time, at 1440×900 and on a phone at a quarter of
// the speed: first while all machines start, which each page of a farm sees in the morning, then while they are under
// way. `-- --seconds 10` measures each page for less than a minute.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { deviceTopic } from "@lamina/shared/messages/device-topics";
import type { PivotStatus } from "@lamina/shared/records/farm";
import type { PivotTelemetry } from "@lamina/shared/records/readings";
import type { Device, DeviceSecret } from "@lamina/shared/records/telemetry";
import { connectAsync, type MqttClient } from "mqtt";
import type { Browser, CDPSession, Page } from "playwright-core";
import { startApi } from "../e2e/product/api.ts";
import { bffEnvironment, startBff } from "../e2e/product/bff.ts";
import { logIn as logInToApi } from "./client.ts";
import { load } from "./figures.ts";
import { DESKTOP, launch, PHONE, settled, writeLogin } from "./product.ts";

const CLIENT = "demo-chapada";
const REPORT_MS = 10_000;
const DEGREES_PER_REPORT = 0.6;
/** Until a page has drawn all and fetched what it needs later. */
const SETTLE_MS = 15_000;
/** For a busy machine. */
const PAGE_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 600_000;
const PAGES = ["/irrigameter/calculated-pivot", "/maps", "/maps?fazenda=todas"];

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" } } });
const measuredMs = Number(values.seconds) * 1000;

await using api = await startApi({ DEMO: "1", DEMO_FLEET: "1", DEMO_HISTORY_DAYS: "7" }, START_TIMEOUT_MS);
await using bff = await startBff(bffEnvironment(api));
const moving = new AbortController();
const panels = await connectPanels();
console.log(`${panels.length} panels signed in`);
const browser = await launch();
let moved: Promise<void> | undefined;
let acknowledged = 0;
try {
  await measure(browser, { name: "1440×900", viewport: DESKTOP, slowdown: 1 });
  await measure(browser, { name: "390×844, processor at a quarter", viewport: PHONE, slowdown: 4 });
} finally {
  moving.abort();
  await moved;
  await browser.close();
  await Promise.all(panels.map(({ mqtt }) => mqtt.endAsync(true)));
}

interface Panel {
  serial: string;
  mqtt: MqttClient;
}

/**
 * Signs the panels in with new secrets, so that the simulated ones stop reporting. Not before these have signed in,
 * because then each gets a new secret, which would end the connections of the panels here.
 */
async function connectPanels(): Promise<Panel[]> {
  const admin = await logInToApi(api, "admin", api.demo?.password ?? "");
  const startedAt = Date.now();
  const haveSpoken = async () => {
    const statuses = (await admin.send(`/PivotStatus/GetByClientID?ID=${CLIENT}`)) as PivotStatus[];
    return statuses.every(({ date }) => Date.parse(date) > startedAt);
  };
  while (!(await haveSpoken())) await wait(1_000);
  const devices = (await admin.send(`/Device/GetByClientID?ID=${CLIENT}`)) as Device[];
  const ca = readFileSync(api.caFile);
  const connected: Panel[] = [];
  for (const { _id, serial, sensorTypeId } of devices) {
    if (sensorTypeId !== "pivot-panel") continue;
    const { secret } = (await admin.send("/Device/RotateSecret", { _id })) as DeviceSecret;
    const login = { username: serial, password: secret, clientId: serial };
    const mqtt = await connectAsync(api.broker.url, { ca, ...login });
    mqtt.on("close", () => moving.signal.aborted || console.error(`${serial} has lost its connection`));
    connected.push({ serial, mqtt });
  }
  admin.close();
  return connected;
}

/** All panels report, spread over each interval, until the signal; whether or not earlier reports were acknowledged. */
async function move(signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  for (let sent = 0; !signal.aborted; sent++) {
    const [turn, index] = [Math.floor(sent / panels.length), sent % panels.length];
    const panel = panels[index];
    if (panel === undefined) return;
    await wait(Math.max(0, startedAt + (sent * REPORT_MS) / panels.length - performance.now()));
    const report: PivotTelemetry = {
      ...{ serial: panel.serial, date: new Date().toISOString(), running: true, wet: true, direction: "forward" },
      ...{ angleDeg: (3 * index + turn * DEGREES_PER_REPORT) % 360, percent: 40 },
    };
    panel.mqtt.publishAsync(deviceTopic(panel.serial, "pivot"), JSON.stringify(report), { qos: 1 }).then(
      () => acknowledged++,
      () => {},
    );
  }
}

/** The drawn arms by machine: their rotation on the board, the drawing of all of them on each map. */
function drawnArms(): [name: string, drawing: string][] {
  const arms = [...document.querySelectorAll<SVGElement>("main svg > g[style*=rotate]")].map(
    (arm): [string, string] => [
      arm.parentElement?.getAttribute("aria-label")?.split(";")[0] ?? "",
      arm.style.transform,
    ],
  );
  const maps = [...document.querySelectorAll(".leaflet-above-pane")].map((pane, index): [string, string] => [
    `map ${index + 1}`,
    [...pane.querySelectorAll("canvas")].map((canvas) => canvas.toDataURL()).join() +
      [...pane.querySelectorAll("path")].map((path) => path.getAttribute("d")).join(),
  ]);
  return [...arms, ...maps];
}

/**
 * Time of the main thread's tasks, and its processor time, which other programs affect less; on a throttled page it
 * includes the pauses of the throttling and has no meaning.
 */
async function busySeconds(session: CDPSession): Promise<{ tasks: number; processor: number }> {
  const { metrics } = await session.send("Performance.getMetrics");
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { tasks: seconds("TaskDuration"), processor: seconds("ThreadTime") };
}

/** Prints the main thread's part, and how many arms moved on the page meanwhile. */
async function observe(page: Page, session: CDPSession, name: string): Promise<void> {
  const armsBefore = new Map(await page.evaluate(drawnArms));
  const [before, reportsBefore, startedAt] = [await busySeconds(session), acknowledged, performance.now()];
  await wait(measuredMs);
  const after = await busySeconds(session);
  const percent = (name: keyof typeof after) =>
    ((100 * (after[name] - before[name])) / ((performance.now() - startedAt) / 1000)).toFixed(1);
  const share = `${percent("tasks")} % (processor time ${percent("processor")} %)`;
  const reports = (REPORT_MS * (acknowledged - reportsBefore)) / (performance.now() - startedAt);
  const arms = (await page.evaluate(drawnArms)).filter(([machine]) => armsBefore.has(machine));
  const turned = arms.filter(([machine, drawing]) => drawing !== armsBefore.get(machine)).length;
  console.log(
    `${name}: main thread ${share}, ${turned} of ${arms.length} arms or maps moved, ${reports.toFixed(0)} reports taken in 10 s, ${load()}`,
  );
}

async function measure(
  on: Browser,
  { name, viewport, slowdown }: { name: string; viewport: typeof DESKTOP; slowdown: number },
): Promise<void> {
  const page = await on.newPage({ baseURL: bff.url, viewport });
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.goto("/login");
  await page.evaluate((id) => localStorage.setItem("clientId", id), CLIENT);
  // Not `logIn`, because a page that follows moving machines is never idle.
  await writeLogin(page, "ana");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL("**/irrigameter/*");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "timeTicks" });
  for (const path of PAGES) {
    await page.goto(path);
    if (moved === undefined) {
      await settled(page);
      moved = move(moving.signal);
      await observe(page, session, `${path} at ${name}, while all machines start`);
    }
    await page.waitForSelector(path.startsWith("/maps") ? ".leaflet-above-pane > *" : "main article svg");
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await wait(SETTLE_MS);
    await observe(page, session, `${path} at ${name}`);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
  await page.context().close();
}
