import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { compiled } from "../../scripts/testing/compiled.ts";

interface Program {
  child: ChildProcess;
  output: () => string;
  /** Resolves when its output matches, or when it ends. */
  says: (text: RegExp) => Promise<void>;
  /** Its exit code; null after a signal. */
  exit: Promise<number | null>;
}

const SOURCE = join(import.meta.dirname, "..");

/** Runs a program of the API without a supervisor, on free ports and without a demo. */
export function runProgram(file: string, environment: Record<string, string>, args: readonly string[] = []): Program {
  const env = { PATH: process.env.PATH, ...compiled, PORT: "0", MQTT_PORT: "0", DEMO: "0", ...environment };
  const child = spawn(process.execPath, [join(SOURCE, file), ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let heard = () => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += String(chunk);
      heard();
    });
  const exit = once(child, "close").then(([code]) => code as number | null);
  const says = (text: RegExp) =>
    Promise.race([
      exit.then(() => {}),
      new Promise<void>((resolve) => {
        heard = () => text.test(output) && resolve();
        heard();
      }),
    ]);
  return { child, output: () => output, says, exit };
}
