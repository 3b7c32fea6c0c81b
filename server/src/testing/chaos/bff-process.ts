import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compiled } from "../../../../scripts/testing/compiled.ts";
import { freePort } from "../../../../scripts/testing/free-port.ts";
import { until } from "../broker-until.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));

/** A BFF process as in production, which tests start, stop and kill. */
export class BffProcess {
  readonly port: number;
  readonly #env: Record<string, string>;
  /** The command that runs the program, where it is not run directly. */
  readonly #command: readonly string[];
  #child: ChildProcess | undefined;
  output = "";

  private constructor(port: number, env: Record<string, string>, command: readonly string[]) {
    this.port = port;
    this.#env = env;
    this.#command = command;
  }

  static async create(env: Record<string, string>, command: readonly string[] = []): Promise<BffProcess> {
    return new BffProcess(await freePort(), env, command);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const env = { PATH: process.env.PATH, ...compiled, ...this.#env, PORT: String(this.port) };
    const [program = "", ...parameters] = [...this.#command, process.execPath, MAIN];
    const child = spawn(program, parameters, { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => this.#note(chunk));
    this.#child = child;
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${this.output}`);
      if ((await fetch(`${this.url}/healthz`)).status !== 200) throw new Error("it does not serve");
    }, 120_000);
  }

  /** Its peak memory, on Linux. */
  peakBytes(): number {
    const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${this.#child?.pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  }

  /** Stops it in order. Resolves to its exit code. */
  end(): Promise<number | null> {
    return this.#stop("SIGTERM");
  }

  kill(): Promise<number | null> {
    return this.#stop("SIGKILL");
  }

  async #stop(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, "exit");
    child.kill(signal);
    return (await exited)[0];
  }

  #note(chunk: Buffer): void {
    this.output = `${this.output}${chunk}`.slice(-100_000);
  }
}
