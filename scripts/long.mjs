// `npm run chaos -- --minutes 10 [--seed 13]`, `npm run chaos:commands`, `npm run damage`, `npm run fuzz`, `npm run soak`, `npm run strangers`,
// `npm run hours`: runs the named test for the given time. `npm run test:long` runs it for a short time.
import { parseArgs } from "node:util";
import { buildClient, install } from "./prepare.mjs";
import { bin, node24, run } from "./run.mjs";

const UNIT = ["--project", "node", "--project", "alone"];
const TESTS = {
  chaos: [...UNIT, "server/src/chaos.test.ts"],
  commands: [...UNIT, "reference/api/commands/chaos.test.ts", "reference/demo/simulator/world/panel.property.test.ts"],
  damage: [...UNIT, "reference/damaged.test.ts"],
  fuzz: [...UNIT, "server/src/fuzz.test.ts", "server/src/realtime/guard/broker-guard.test.ts"],
  soak: [...UNIT, "server/src/soak.test.ts"],
  strangers: [...UNIT, "server/src/strangers.test.ts"],
  hours: ["--config", "e2e/vitest.config.ts", "--reporter=verbose", "journeys/hours.test.ts"],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "1" }, seed: { type: "string", default: "13" } },
});
const [name = ""] = positionals;
process.env.LONG = "1";
process.env.LONG_MINUTES = values.minutes;
process.env.LONG_SEED = values.seed;
await install();
if (name === "hours") await buildClient();
process.exitCode = await run(node24(), [bin.vitest, "run", ...(TESTS[name] ?? [])]);
