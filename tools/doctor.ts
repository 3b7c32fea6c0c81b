// `npm run doctor`: checks configuration, client, API, clock, broker, Valkey, certificates and disk, and suggests
// remedies.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readDisk } from "./doctor/disk.ts";
import { examine } from "./doctor/examine.ts";

const TIMEOUT_MS = 5_000;
const SIGNS = { ok: "ok     ", warning: "warning", broken: "BROKEN " } as const;
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { values } = parseArgs({ options: { json: { type: "boolean" } } });
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
