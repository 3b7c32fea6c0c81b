// `npm run bench:demo-start`: how long the reference API takes to serve the demo farm with its year of history, in a
// new and in a used data folder, how long each step takes, and how much memory it uses. Linux only: it reads /proc.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SupervisionMessage } from "@lamina/shared/messages/supervision";
import { load } from "../../bench/figures.ts";
import { runEntry } from "../../e2e/product/program.ts";

/** Long enough to collect the garbage of the start and to simulate a minute. */
const SETTLED_MS = 75_000;
const START_TIMEOUT_MS = 300_000;
/** The unit of Linux's CPU accounting. */
const TICKS_PER_SECOND = 100;

const folder = mkdtempSync(join(tmpdir(), "demo-start-"));
try {
  await measure("new data folder");
  await measure("used data folder");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(what: string): Promise<void> {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const loadBefore = load();
  const program = runEntry(
    "reference API",
    "reference/main.ts",
    { PORT: "0", MQTT_PORT: "0", DATA_DIR: folder, LOG_LEVEL: "warn" },
    true,
  );
  const steps = new Map<string, string>();
  let isReady = false;
  program.child.on("message", (message) => {
    const said = SupervisionMessage.parse(message);
    if (said.type === "ready") isReady = true;
    else if (said.done >= said.total) steps.set(said.step, seconds());
  });
  await program.waitFor("address", () => isReady || undefined, START_TIMEOUT_MS);
  const ready = seconds();
  const pid = program.child.pid ?? 0;
  const peak = memoryOf(pid, "VmHWM");
  const cpu = cpuSecondsOf(pid);
  await wait(SETTLED_MS);
  const settled = memoryOf(pid, "VmRSS");
  await program.stop();
  const stepTimes = [...steps].map(([step, at]) => `${step} ${at} s`).join(", ");
  console.log(
    `${what}: ready ${ready} s (${stepTimes}), ${cpu} s of processor time, peak ${peak} MB, settled ${settled} MB, ${loadBefore}`,
  );
}

/** A process's memory in MB, from /proc. */
function memoryOf(pid: number, field: "VmHWM" | "VmRSS"): number {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1000);
}

/** CPU time of a process and its threads, s. */
function cpuSecondsOf(pid: number): string {
  // After the name in parentheses, which may contain spaces, the 12th and 13th field are the ticks of user and system.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND).toFixed(1);
}
