// `npm run bench:moving`: what an open page costs while all 120 machines of a client move: each panel reports a new angle
// every 10 s, by MQTT like a real one. The main thread's part of the time, at 1440×900 and on a phone at a quarter of
// the speed. `-- --seconds 10` measures each page for less than a minute.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { deviceTopic } from "@lamina/shared/messages/device-topics";
import type { PivotTelemetry } from "@lamina/shared/records/readings";
import type { Device, DeviceSecret } from "@lamina/shared/records/telemetry";
import { connectAsync, type MqttClient } from "mqtt";
import type { Browser } from "playwright-core";
import { startApi } from "../e2e/product/api.ts";
import { bffEnvironment, startBff } from "../e2e/product/bff.ts";
import { logIn as logInToApi } from "./client.ts";
import { load } from "./figures.ts";
import { DESKTOP, launch, logIn, PHONE, settled } from "./product.ts";

const CLIENT = "demo-chapada";
const REPORT_MS = 10_000;
const DEGREES_PER_REPORT = 0.6;
const SETTLE_MS = 15_000;
/** For a busy machine. */
const PAGE_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 600_000;

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" } } });
const measuredMs = Number(values.seconds) * 1000;

await using api = await startApi({ DEMO: "1", DEMO_FLEET: "1", DEMO_HISTORY_DAYS: "7" }, START_TIMEOUT_MS);
await using bff = await startBff(bffEnvironment(api));
const panels = await connectPanels();
const browser = await launch();
try {
  await measure(browser, { name: "1440×900", viewport: DESKTOP, slowdown: 1 });
  await measure(browser, { name: "390×844, processor at a quarter", viewport: PHONE, slowdown: 4 });
} finally {
  await browser.close();
  await Promise.all(panels.map(({ mqtt }) => mqtt.endAsync(true)));
}

interface Panel {
  serial: string;
  mqtt: MqttClient;
}

/** Signs the panels in with new secrets, so that the simulated ones stop reporting. */
async function connectPanels(): Promise<Panel[]> {
  const admin = await logInToApi(api, "admin", api.demo?.password ?? "");
  const devices = (await admin.send(`/Device/GetByClientID?ID=${CLIENT}`)) as Device[];
  const ca = readFileSync(api.caFile);
  const connected: Panel[] = [];
  for (const { _id, serial, sensorTypeId } of devices) {
    if (sensorTypeId !== "pivot-panel") continue;
    const { secret } = (await admin.send("/Device/RotateSecret", { _id })) as DeviceSecret;
    const login = { username: serial, password: secret, clientId: serial };
    connected.push({ serial, mqtt: await connectAsync(api.broker.url, { ca, ...login }) });
  }
  admin.close();
  return connected;
}

/** All panels report, spread over each interval, until the signal. */
async function move(signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++)
    for (const [index, { serial, mqtt }] of panels.entries()) {
      if (signal.aborted) return;
      const report: PivotTelemetry = {
        ...{ serial, date: new Date().toISOString(), running: true, wet: true, direction: "forward" },
        ...{ angleDeg: (3 * index + turn * DEGREES_PER_REPORT) % 360, percent: 40 },
      };
      await mqtt.publishAsync(deviceTopic(serial, "pivot"), JSON.stringify(report), { qos: 1 });
      await wait(REPORT_MS / panels.length);
    }
}

/** The rotations of the arms that the page draws as elements; a map of many machines draws them on a canvas. */
function turnsOfArms(): string[] {
  return [...document.querySelectorAll<SVGElement>("main svg g[style*=rotate]")].map(({ style }) => style.transform);
}

async function measure(
  on: Browser,
  { name, viewport, slowdown }: { name: string; viewport: typeof DESKTOP; slowdown: number },
): Promise<void> {
  const page = await on.newPage({ baseURL: bff.url, viewport });
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.goto("/login");
  await page.evaluate((id) => localStorage.setItem("clientId", id), CLIENT);
  await logIn(page, "ana");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "timeTicks" });
  const busySeconds = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((metric) => metric.name === "TaskDuration")?.value ?? Number.NaN;
  };
  for (const path of ["/irrigameter/calculated-pivot", "/maps"]) {
    await page.goto(path);
    // Before they move, because a page that follows them is never idle.
    await settled(page);
    const moving = new AbortController();
    const moved = move(moving.signal);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await wait(SETTLE_MS);
    const armsBefore = await page.evaluate(turnsOfArms);
    const [before, startedAt] = [await busySeconds(), performance.now()];
    await wait(measuredMs);
    const share = (100 * ((await busySeconds()) - before)) / ((performance.now() - startedAt) / 1000);
    const arms = await page.evaluate(turnsOfArms);
    const turned = arms.filter((turn, index) => turn !== armsBefore[index]).length;
    console.log(
      `${path} at ${name}: main thread ${share.toFixed(1)} %, ${turned} of ${arms.length} arms turned, ${load()}`,
    );
    moving.abort();
    await moved;
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
  await page.context().close();
}
