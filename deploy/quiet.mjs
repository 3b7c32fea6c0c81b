// `npm run bench:quiet -- --minutes 60`: two BFFs before the demo's API, two users at work, and a Prometheus with the
// deployment's rules as they are. Prints each alert that became pending or fired; wanted: only the watchdog fires.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as z from "zod";
import { load } from "../bench/figures.ts";
import { startApi } from "../e2e/product/api.ts";
import { bffEnvironment, startBff } from "../e2e/product/bff.ts";
import { openSession } from "../e2e/product/session.ts";
import { freePort } from "../scripts/testing/free-port.ts";
import { hasPrometheus, startPrometheus } from "./testing/services.mjs";

const MINUTE_MS = 60_000;
const DAY_S = 86_400;
/** Between two looks of a user at the farm. */
const LOOK_MS = 2_000;
const Alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })) }),
});

const { values } = parseArgs({ options: { minutes: { type: "string", default: "60" } } });
if (!hasPrometheus) throw new Error("Prometheus is not installed");
const folder = mkdtempSync(join(tmpdir(), "lamina-quiet-"));
await using running = new AsyncDisposableStack();
running.defer(() => rmSync(folder, { recursive: true, force: true }));

const metricsPort = await freePort();
const api = running.use(await startApi({ METRICS_PORT: String(metricsPort) }));
const [first, second] = [
  running.use(await startBff(bffEnvironment(api))),
  running.use(await startBff(bffEnvironment(api))),
];
// Stand-ins of what only a deployment has.
const now = () => Math.floor(Date.now() / 1000);
const standIns = {
  blackbox: () => `probe_success 1\nprobe_ssl_earliest_cert_expiry ${now() + 90 * DAY_S}\n`,
  proxy: () => "haproxy_process_uptime_seconds 1\n",
  node: () =>
    `lamina_backup_timestamp_seconds ${now() - 3600}\nnode_filesystem_avail_bytes{mountpoint="/",fstype="ext4"} 60\nnode_filesystem_size_bytes{mountpoint="/",fstype="ext4"} 100\n`,
};
const targets = {
  bff: [first, second].map(({ url }) => new URL(url).host),
  api: [`127.0.0.1:${metricsPort}`],
};
for (const [job, metrics] of Object.entries(standIns)) {
  const server = createServer((_request, response) => response.setHeader("content-type", "text/plain").end(metrics()));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  running.defer(() => void server.close());
  targets[job] = [`127.0.0.1:${server.address().port}`];
}
const monitor = await startPrometheus(folder, targets);
running.defer(monitor.stop);

const seen = new Map();
const failures = [];
const end = performance.now() + Number(values.minutes) * MINUTE_MS;
let calls = 0;
const users = await Promise.all([first, second].map(async ({ url }) => ({ url, ...(await openSession(url, "ana")) })));
while (performance.now() < end) {
  for (const { url, token } of users) {
    const answer = await fetch(`${url}/api/Client/GetAll`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    calls += 1;
    if (!answer.ok) failures.push(String(answer.status));
  }
  const { data } = Alerts.parse(await (await fetch(`${monitor.url}/api/v1/alerts`)).json());
  for (const { state, labels } of data.alerts) {
    const name = `${labels.alertname} ${state}`;
    if (!seen.has(name)) console.log(`${new Date().toISOString()} ${name} ${load()}`);
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  await pause(LOOK_MS);
}
const fired = [...seen.keys()].filter((name) => name.endsWith(" firing") && !name.startsWith("Watchdog"));
console.log(
  `${values.minutes} minutes, ${calls} calls, ${failures.length} failed: ${fired.length} alerts fired ${fired.join(", ")}, ${load()}`,
);
process.exitCode = fired.length > 0 ? 1 : 0;
