import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "../../server/src/config.ts";
import { examineApi, examineCertificate } from "./api.ts";
import { examineBroker } from "./broker.ts";
import { type Disk, examineDisk } from "./disk.ts";
import { broken, type Environment, type Finding, ok, warning } from "./finding.ts";
import { examineValkey } from "./valkey.ts";

interface ExamineOptions {
  env: Environment;
  /** Folder of the built client where the environment names none. */
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
    return error.message
      .split("\n")
      .map((line) => broken("configuration", line.endsWith("?") ? line : `${line}.`, "Correct the variable."));
  }
  const findings: Finding[] = config.warnings.map((text) =>
    warning("configuration", text, "Correct it if it is a mistake."),
  );
  if (findings.length === 0) findings.push(ok("configuration", "Every variable can be read."));
  const { upstream, broker, cache, clientFolder = client, tls } = config;
  findings.push(
    existsSync(join(clientFolder, "index.html"))
      ? ok("client", "The app is built.")
      : broken("client", `${clientFolder} has no built app.`, "Run npm run build, or name another CLIENT_DIR."),
  );
  if (tls) {
    const name = `TLS_CERT_FILE (${env.TLS_CERT_FILE})`;
    findings.push(examineCertificate(name, Date.parse(new X509Certificate(tls.cert).validTo) - now()));
  }
  const links = await Promise.all([
    upstream
      ? examineApi(upstream, { caFile: env.UPSTREAM_CA_FILE, timeoutMs, now })
      : [ok("api", "The reference API is started with the BFF.")],
    broker ? examineBroker(broker, { env, timeoutMs }) : withoutBroker(upstream !== undefined),
    cache.valkeyUrl
      ? examineValkey(cache.valkeyUrl, { env, timeoutMs })
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
