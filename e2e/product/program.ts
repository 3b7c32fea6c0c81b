import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A command that runs beside the test. Whoever starts it stops it. */
export class Program {
  readonly child: ChildProcess;
  readonly #name: string;
  #output = "";
  readonly #exited: Promise<number | null>;

  constructor(name: string, command: string, args: readonly string[], options: SpawnOptions = {}) {
    this.#name = name;
    this.child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], ...options });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += stripVTControlCharacters(text);
      });
    }
    this.#exited = new Promise((resolve) => {
      this.child.on("error", (error) => {
        this.#output += error.message;
        resolve(null);
      });
      this.child.on("exit", (code) => resolve(code));
    });
  }

  /** Everything that it has printed so far. */
  get output(): string {
    return this.#output;
  }

  get running(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /**
   * Resolves with the first value that is not undefined, asked for after each thing that the program says or sends.
   * @throws when the program ends before, or after `timeoutMs`
   */
  async waitFor<Value>(what: string, read: () => Value | undefined, timeoutMs = 60_000): Promise<Value> {
    const signal = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const value = read();
      if (value !== undefined) return value;
      if (!this.running || signal.aborted) throw new Error(`${this.#name}: no ${what}. It printed:\n${this.#output}`);
      await Promise.race([
        this.#exited,
        once(this.child, "message", { signal }).catch(() => undefined),
        ...[this.child.stdout, this.child.stderr].map(
          (stream) => stream && once(stream, "data", { signal }).catch(() => undefined),
        ),
      ]);
    }
  }

  /** Waits until it ends by itself: its exit code, or null when a signal ended it. */
  ended(): Promise<number | null> {
    return this.#exited;
  }

  /** Asks it to stop and waits until it has; its exit code, or null when the signal itself ended it. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (this.running) this.child.kill(signal);
    return this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Runs a TypeScript entry of the product with the Node that runs the tests, in an environment that holds `env` alone. */
export function runEntry(name: string, entry: string, env: Record<string, string>, ipc = false): Program {
  return new Program(name, process.execPath, [entry], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe", ...(ipc ? (["ipc"] as const) : [])],
  });
}
