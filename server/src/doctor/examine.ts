import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { examineApi } from "./api.ts";
import { examineBroker } from "./broker.ts";
import { type Disk, examineDisk } from "./disk.ts";
import { broken, type Finding, ok, warning } from "./finding.ts";
import { examineValkey } from "./valkey.ts";

interface ExamineOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Folder of the built client. */
  client: string;
  /** Folder of the reference API, when it runs on this machine. */
  dataDir: string | undefined;
  readDisk: (folder: string) => Promise<Disk>;
  now: () => number;
  /** Time limit for one check. */
  timeoutMs: number;
}

/** Checks everything that the BFF needs to serve, in the order in which it needs it. */
export async function examine(options: ExamineOptions): Promise<Finding[]> {
  const { env, client, dataDir, readDisk, now, timeoutMs } = options;
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split("\n").map((line) => broken("configuration", `${line}.`, "Correct the variable."));
  }
  const findings: Finding[] = config.warnings.map((text) =>
    warning("configuration", text, "Correct it if it is a mistake."),
  );
  if (findings.length === 0) findings.push(ok("configuration", "Every variable can be read."));
  findings.push(
    existsSync(join(client, "index.html"))
      ? ok("client", "The app is built.")
      : broken("client", "The app is not built.", "Run npm run build."),
  );
  const { upstream, broker, cache } = config;
  const links = await Promise.all([
    upstream ? examineApi(upstream, { timeoutMs, now }) : [ok("api", "The reference API is started with the BFF.")],
    broker ? examineBroker(broker, timeoutMs) : withoutBroker(upstream !== undefined),
    cache.valkeyUrl
      ? examineValkey(cache.valkeyUrl, timeoutMs)
      : ok("valkey", "Not configured: one BFF keeps its own answers."),
  ]);
  findings.push(...links.flat());
  if (dataDir !== undefined) findings.push(examineDisk(dataDir, await readDisk(dataDir)));
  return findings;
}

const withoutBroker = (hasOwnApi: boolean) =>
  hasOwnApi
    ? warning("broker", "No broker is configured, so there are no live messages.", "Set MQTT_URL.")
    : ok("broker", "The broker of the reference API is used.");
