// `npm run chaos -- --minutes 10 [--seed 13]`, `npm run damage`, `npm run fuzz`, `npm run soak`: runs the named test for the given time. CI
// runs it for a short time.
import { parseArgs } from "node:util";
import { bin, node24, run } from "./run.mjs";

const FILES = {
  chaos: ["server/src/chaos.test.ts"],
  damage: ["upstream/src/damaged.test.ts"],
  fuzz: ["server/src/fuzz.test.ts", "server/src/realtime/broker-guard.test.ts"],
  soak: ["server/src/soak.test.ts"],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "1" }, seed: { type: "string", default: "13" } },
});
const [name = ""] = positionals;
process.env.LONG_MINUTES = values.minutes;
process.env.LONG_SEED = values.seed;
process.exitCode = await run(node24(), [
  bin.vitest,
  "run",
  "--project",
  "node",
  "--project",
  "alone",
  ...(FILES[name] ?? []),
]);
