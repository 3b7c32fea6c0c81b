// Brokers, caches and monitoring of tests, with the deployment's own configuration.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { freePort } from "../../scripts/testing/free-port.ts";

/** Debian puts daemons into folders outside a user's PATH. */
const find = (...names) =>
  names
    .flatMap((name) => [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"].map((folder) => join(folder, name)))
    .find(existsSync);

const mosquitto = find("mosquitto");
/** Debian 12 has Redis, later versions also Valkey. */
const valkey = find("valkey-server", "redis-server");
const prometheus = find("prometheus");
export const hasMosquitto = mosquitto !== undefined;
export const hasValkey = valkey !== undefined;
export const hasPrometheus = prometheus !== undefined;

/**
 * Mosquitto with the deployment's configuration and permissions.
 * @param {string} folder with the files of `makeSecrets`
 */
export async function startMosquitto(folder) {
  copyFileSync(new URL("../mosquitto/acl", import.meta.url), join(folder, "acl"));
  const [tls, webSocket] = [await freePort(), await freePort()];
  const text = readFileSync(new URL("../mosquitto/mosquitto.conf", import.meta.url), "utf8")
    .replaceAll("/run/secrets/mosquitto-passwords", join(folder, "mosquitto-passwords"))
    .replaceAll("/run/secrets/mosquitto-cert", join(folder, "mosquitto.pem"))
    .replaceAll("/run/secrets/mosquitto-key", join(folder, "mosquitto-key.pem"))
    .replaceAll("/mosquitto/config/", `${folder}/`)
    .replaceAll("/mosquitto/data/", `${folder}/`)
    .replace("listener 8883", `listener ${tls} 127.0.0.1`)
    .replace("listener 8884", `listener ${webSocket} 127.0.0.1`);
  // Started as root, it would change to a user that cannot read this folder.
  writeFileSync(
    join(folder, "mosquitto.conf"),
    `user ${userInfo().username}\nlog_type all\n${text.replace("log_dest stdout", "log_dest stderr")}`,
  );
  const args = ["-c", join(folder, "mosquitto.conf")];
  const urls = { devices: `mqtts://localhost:${tls}`, web: `wss://localhost:${webSocket}/mqtt` };
  return { urls, ...(await started(mosquitto, args, "stderr", /mosquitto version .* running/)) };
}

/**
 * Valkey with the deployment's configuration.
 * @param {string} folder with the files of `makeSecrets`
 */
export async function startValkey(folder) {
  const port = await freePort();
  const args = [join(folder, "valkey.conf"), "--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  return { address: `127.0.0.1:${port}`, ...(await started(valkey, args, "stdout", /Ready to accept connections/)) };
}

/**
 * Prometheus with the deployment's configuration and rules. It reads metrics each second, so that a test soon has rates.
 * @param {string} folder for its files
 * @param {Record<string, string[]>} targets the addresses of each job, and of `blackbox`, which answers the probes of
 *   the deployment's own targets; the others are left out
 * @param {string} [rules] another file of rules
 */
export async function startPrometheus(folder, targets, rules) {
  const address = `127.0.0.1:${await freePort()}`;
  const configuration = parse(readFileSync(new URL("../prometheus/prometheus.yml", import.meta.url), "utf8"));
  configuration.global = { scrape_interval: "1s", evaluation_interval: "1s" };
  configuration.rule_files = [rules ?? fileURLToPath(new URL("../prometheus/rules/*.yml", import.meta.url))];
  const { blackbox } = targets;
  configuration.scrape_configs = configuration.scrape_configs.filter(
    ({ job_name, relabel_configs }) => targets[job_name] ?? (relabel_configs && blackbox),
  );
  delete configuration.alerting;
  for (const scrape of configuration.scrape_configs) {
    if (targets[scrape.job_name]) scrape.static_configs = [{ targets: targets[scrape.job_name] }];
    else
      scrape.relabel_configs = scrape.relabel_configs.map((rule) =>
        rule.target_label === "__address__" ? { ...rule, replacement: blackbox[0] } : rule,
      );
  }
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, stringify(configuration));
  const args = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/metrics`, `--web.listen-address=${address}`];
  return { url: `http://${address}`, ...(await started(prometheus, args, "stderr", /ready to receive web requests/)) };
}

/** @returns functions that end the program, and that have it read its files again */
async function started(program, args, stream, isReady) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  await new Promise((resolve, reject) => {
    let said = "";
    for (const one of [child.stdout, child.stderr]) one.resume();
    child[stream].setEncoding("utf8").on("data", (text) => {
      said += text;
      if (isReady.test(said)) resolve();
    });
    child.on("exit", () => reject(new Error(said)));
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, "exit");
  };
  return { stop, reload: () => child.kill("SIGHUP") };
}
