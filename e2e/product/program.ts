import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { clockEnvironment } from "./clock.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A command that runs beside the test. The code that starts it also stops it. */
export class Program {
  readonly child: ChildProcess;
  readonly #name: string;
  #output = "";
  #next = Promise.withResolvers<void>();
  readonly #exited: Promise<number | null>;

  constructor(name: string, command: string, args: readonly string[], options: SpawnOptions = {}) {
    this.#name = name;
    this.child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], ...options });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => this.#print(text));
    }
    this.child.on("message", () => this.#news());
    this.#exited = new Promise((resolve) => {
      this.child.on("error", (error) => {
        this.#print(error.message);
        resolve(null);
      });
      this.child.on("close", (code) => {
        this.#news();
        resolve(code);
      });
    });
  }

  #print(text: string): void {
    this.#output += stripVTControlCharacters(text);
    this.#news();
  }

  /** Wakes all waiting `waitFor` calls. */
  #news(): void {
    const { resolve } = this.#next;
    this.#next = Promise.withResolvers();
    resolve();
  }

  /** The output since the start. */
  get output(): string {
    return this.#output;
  }

  get running(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /**
   * Resolves with the first defined value of `read`, which is called after each output or message of the program.
   * @throws when the program ends before, or after `timeoutMs`
   */
  async waitFor<Value>(what: string, read: () => Value | undefined, timeoutMs = 60_000): Promise<Value> {
    const deadline = performance.now() + timeoutMs;
    const alarm = setTimeout(() => this.#news(), timeoutMs);
    try {
      for (;;) {
        const value = read();
        if (value !== undefined) return value;
        if (!this.running || performance.now() >= deadline) {
          throw new Error(`${this.#name}: no ${what}. It printed:\n${this.#output}`);
        }
        await this.#next.promise;
      }
    } finally {
      clearTimeout(alarm);
    }
  }

  /** Resolves when the program has ended, with its exit code, or null after a signal. */
  ended(): Promise<number | null> {
    return this.#exited;
  }

  /** Asks the program to stop and waits for its end. @returns its exit code, or null after a signal */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (this.running) this.child.kill(signal);
    return this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/**
 * Runs a TypeScript entry of the product with the Node and by the clock of the tests. Its environment has `env`, PATH
 * and the folder of compiled sources, because they are a third of the start.
 */
export function runEntry(name: string, entry: string, env: Record<string, string>, ipc = false): Program {
  return new Program(name, process.execPath, [entry], {
    env: {
      ...{ PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/node` },
      ...clockEnvironment(),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", ...(ipc ? (["ipc"] as const) : [])],
  });
}
