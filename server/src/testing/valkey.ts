import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { freePort } from "../../../scripts/testing/free-port.ts";
import { until } from "./broker-until.ts";

/** Debian has one of the two; both speak the same protocol. */
const program = ["/usr/bin/valkey-server", "/usr/bin/redis-server"].find((path) => existsSync(path));
export const hasValkey = program !== undefined;

const PASSWORD = "da-fazenda";

/** A Valkey server with a password, which tests stop, restart and freeze. */
export class Valkey {
  readonly url: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "valkey-"));
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://:${PASSWORD}@127.0.0.1:${port}`;
  }

  static async start(): Promise<Valkey> {
    const valkey = new Valkey(await freePort());
    await valkey.start();
    return valkey;
  }

  async start(): Promise<void> {
    if (program === undefined) throw new Error("neither Valkey nor Redis is installed");
    if (this.#process) return;
    const settings = {
      port: this.#port,
      bind: "127.0.0.1",
      requirepass: PASSWORD,
      dir: this.#folder,
      save: "",
      appendonly: "no",
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#process = spawn(program, args, { stdio: "ignore" });
    await until(() => this.run(async (client) => void (await client.ping())));
  }

  async stop(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (!process) return;
    const ended = once(process, "exit");
    process.kill("SIGKILL");
    await ended;
  }

  /** Saves its data to disk; the next start loads it. */
  async snapshot(): Promise<void> {
    await this.run(async (client) => void (await client.sendCommand(["SAVE"])));
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Freezes it: it accepts connections and commands, and answers none. */
  hold(): void {
    this.#process?.kill("SIGSTOP");
  }

  release(): void {
    this.#process?.kill("SIGCONT");
  }

  /** Runs a command of a test. */
  async run<Result>(work: (client: ReturnType<typeof connection>) => Promise<Result>): Promise<Result> {
    const client = connection(this.url);
    client.on("error", () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      client.destroy();
    }
  }
}

const connection = (url: string) => createClient({ url, socket: { reconnectStrategy: false } });
