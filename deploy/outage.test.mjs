// The rules in a running Prometheus, with shortened waits: what fires in an outage, and nothing in a quiet hour.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasPrometheus, startPrometheus } from "./testing/services.mjs";

const HOUR_S = 3600;
const now = () => Math.floor(Date.now() / 1000);
const folder = mkdtempSync(join(tmpdir(), "lamina-outage-"));
const rules = join(folder, "rules.yml");
/** Values that a fault changes, of metrics that the programs export (monitoring.test.mjs). */
const values = {
  'bff_realtime_dropped_total{reason="consumer too slow"}': 0,
  'bff_realtime_dropped_total{reason="too large"}': 0,
  'bff_pushes_total{outcome="sent"}': 0,
  'bff_pushes_total{outcome="failed"}': 0,
  'bff_dependency_up{dependency="broker"}': 1,
  process_resident_memory_bytes: 200e6,
  'api_job_failures_total{job="mails"}': 0,
  'api_jobs{state="dead"}': 0,
  'api_mails{state="given up"}': 0,
  'api_webhook_calls{state="given up"}': 0,
};
const valuesOf = (program) =>
  Object.entries(values)
    .filter(([name]) => /^api_/.test(name) === (program === "api"))
    .map(([name, value]) => `${name} ${value}\n`)
    .join("");
/** Targets of probes that fail, and days that the certificate is valid. */
const probes = { failing: "none", days: 90 };
/** Metrics of each stand-in, by its job. */
const metrics = {
  bff: () => valuesOf("bff"),
  api: () => `api_newest_message_timestamp_seconds ${now() - 60}\n${valuesOf("api")}`,
  blackbox: (url) =>
    `probe_success ${url.includes(probes.failing) ? 0 : 1}\nprobe_ssl_earliest_cert_expiry ${now() + probes.days * 24 * HOUR_S}\n`,
  proxy: () => "haproxy_process_uptime_seconds 1\n",
  node: () =>
    `lamina_backup_timestamp_seconds ${now() - HOUR_S}\nnode_filesystem_avail_bytes{mountpoint="/",fstype="ext4"} 60\nnode_filesystem_size_bytes{mountpoint="/",fstype="ext4"} 100\n`,
};
const servers = new Map();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let monitor;

beforeAll(async () => {
  if (!hasPrometheus) return;
  const text = readFileSync(new URL("prometheus/rules/lamina.yml", import.meta.url), "utf8");
  writeFileSync(rules, text.replaceAll(/for: \d+m/g, "for: 1s"));
  const targets = {};
  for (const job of Object.keys(metrics)) {
    const server = createServer(({ url }, response) =>
      response.setHeader("content-type", "text/plain").end(metrics[job](url)),
    );
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.set(job, server);
    targets[job] = [`127.0.0.1:${server.address().port}`];
  }
  monitor = await startPrometheus(folder, targets, rules);
}, 30_000);
afterAll(async () => {
  await monitor?.stop();
  for (const server of servers.values()) server.close();
  rmSync(folder, { recursive: true });
});

async function firing() {
  const { data } = await (await fetch(`${monitor.url}/api/v1/alerts`)).json();
  return data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
}

const end = (job) => {
  servers.get(job).closeAllConnections();
  servers.get(job).close();
};

test.skipIf(!hasPrometheus)(
  "nothing fires in a quiet hour but the watchdog, and each fault raises its alert",
  async () => {
    // Before the first scrape there is no BFF.
    await pause(5_000);
    await expect.poll(firing, { timeout: 30_000 }).toEqual(["Watchdog"]);
    await pause(4_000);
    expect(await firing()).toEqual(["Watchdog"]);
    const faults = {
      BackupOld: () => {
        const { node } = metrics;
        metrics.node = () => node().replace(/(lamina_backup_timestamp_seconds) \d+/, `$1 ${now() - 27 * HOUR_S}`);
      },
      DiskFilling: () => {
        const { node } = metrics;
        metrics.node = () => node().replace('"ext4"} 60', '"ext4"} 4');
      },
      IngestionStalled: () => {
        metrics.api = () => `api_newest_message_timestamp_seconds ${now() - 2 * HOUR_S}\n${valuesOf("api")}`;
      },
      MessagesDropped: () => {
        values['bff_realtime_dropped_total{reason="consumer too slow"}'] = 2_000;
      },
      MessageTooLarge: () => {
        values['bff_realtime_dropped_total{reason="too large"}'] = 1;
      },
      PushesFailing: () => {
        values['bff_pushes_total{outcome="failed"}'] = 20;
      },
      BrokerDown: () => {
        values['bff_dependency_up{dependency="broker"}'] = 0;
      },
      MemoryHigh: () => {
        values.process_resident_memory_bytes = 500e6;
      },
      JobsFailing: () => {
        values['api_job_failures_total{job="mails"}'] = 10;
      },
      DeadJobs: () => {
        values['api_jobs{state="dead"}'] = 1;
      },
      MailsGivenUp: () => {
        values['api_mails{state="given up"}'] = 1;
      },
      WebhooksGivenUp: () => {
        values['api_webhook_calls{state="given up"}'] = 1;
      },
      CertificateExpires: () => {
        probes.days = 10;
      },
      SiteDown: () => {
        probes.failing = "proxy";
      },
      DatabaseDown: () => {
        probes.failing = "postgres";
      },
      BrokerPortDown: () => {
        probes.failing = "mosquitto";
      },
      ProxyMissing: () => end("proxy"),
      ApiProcessMissing: () => end("api"),
      AllBffsMissing: () => end("bff"),
      ProbeMissing: () => end("node"),
    };
    for (const [alert, make] of Object.entries(faults)) {
      make();
      await expect.poll(firing, { timeout: 30_000 }).toContain(alert);
    }
    // The others need a BFF that runs: faults.test.mjs.
    const elsewhere = readFileSync(new URL("faults.test.mjs", import.meta.url), "utf8");
    const all = [...readFileSync(rules, "utf8").matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert);
    const made = (alert) => alert === "Watchdog" || alert in faults || elsewhere.includes(`"${alert}"`);
    expect(all.filter((alert) => !made(alert))).toEqual([]);
  },
  480_000,
);
