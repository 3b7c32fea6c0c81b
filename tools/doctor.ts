// `npm run doctor`: checks configuration, client, API, clock, broker, Valkey, certificates and disk, and suggests
// remedies.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readDisk } from "./doctor/disk.ts";
import { examine } from "./doctor/examine.ts";

const TIMEOUT_MS = 5_000;
const SIGNS = { ok: "ok     ", warning: "warning", broken: "BROKEN " } as const;
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const USAGE = `npm run doctor [-- --json]

  --json   the findings as JSON, for programs

Checks configuration, client, API, clock, broker, Valkey, certificates and disk with the environment of the BFF
(UPSTREAM_URL, MQTT_URL, … in README.md), and DATA_DIR of the reference API. Exit code 1 after a fault.`;

const values = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const { UPSTREAM_URL, DATA_DIR } = process.env;
const findings = await examine({
  env: process.env,
  client: fromRoot("client/dist"),
  dataDir: UPSTREAM_URL ? undefined : (DATA_DIR ?? fromRoot(".data/upstream")),
  readDisk,
  now: Date.now,
  timeoutMs: TIMEOUT_MS,
});
if (values.json) console.log(JSON.stringify(findings, undefined, 2));
else
  for (const { part, state, what, remedy } of findings)
    console.log(`${SIGNS[state]} ${part}: ${what} ${remedy}`.trim());
process.exit(findings.some(({ state }) => state === "broken") ? 1 : 0);

function readArguments() {
  try {
    return parseArgs({ options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}
