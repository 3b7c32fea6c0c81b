import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { CONFIGURATION_EXIT_CODE, SupervisionMessage } from "@lamina/shared/messages/supervision";
import type { BrokerConfig } from "../config.ts";
import type { UpstreamTarget } from "./target.ts";

type Progress = Extract<SupervisionMessage, { type: "progress" }>;
type Ready = Extract<SupervisionMessage, { type: "ready" }>;

/** Reports events of the embedded API to a terminal or a log. */
export interface Reporter {
  progress(progress: Progress): void;
  ready(target: UpstreamTarget): void;
  /** It exited unexpectedly and is restarted after `delayMs`. */
  died(delayMs: number): void;
  /** It rejected its configuration and has reported why; it is not restarted. */
  refused(): void;
}

interface EmbeddedApiOptions {
  /** Path of its program. */
  entry: string;
  env: Readonly<Record<string, string>>;
  /** A configured broker takes precedence over the embedded one. */
  broker: BrokerConfig | undefined;
  reporters: readonly Reporter[];
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** After running this long, its next exit starts again with the shortest delay. */
const WELL_AFTER_MS = MINUTE_MS;
/** Time to close its database, after which it is killed. */
const STOP_GRACE_MS = 8_000;

/** Runs the reference API as a child process: starts it, restarts it when it exits, and stops it. */
export class EmbeddedApi {
  readonly #options: EmbeddedApiOptions;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #delayMs = FIRST_DELAY_MS;
  #stopped = false;

  constructor(options: EmbeddedApiOptions) {
    this.#options = options;
  }

  start(): void {
    const { entry, env } = this.#options;
    const child = fork(entry, {
      env: { ...env },
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // Outside the terminal's process group: Ctrl-C reaches only the BFF, which stops the API after its own last
      // response.
      detached: process.platform !== "win32",
    });
    this.#child = child;
    child.on("message", (message) => this.#hear(message));
    // A process that cannot be spawned emits no exit.
    child.on("error", () => child.pid ?? this.#onExit(child, null));
    child.once("exit", (code) => this.#onExit(child, code));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    if (child.connected) child.disconnect();
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_GRACE_MS);
    await exited;
    clearTimeout(force);
  }

  #hear(message: unknown): void {
    const { data } = SupervisionMessage.safeParse(message);
    if (data?.type === "progress") for (const reporter of this.#options.reporters) reporter.progress(data);
    if (data?.type === "ready") this.#announce(data);
  }

  #announce(message: Ready): void {
    const ca = readFileSync(message.caFile, "utf8");
    const broker = this.#options.broker ?? { ...message.broker, ca };
    const target: UpstreamTarget = { url: message.url, ca, broker, demo: message.demo };
    this.#timer = setTimeout(() => {
      this.#delayMs = FIRST_DELAY_MS;
    }, WELL_AFTER_MS).unref();
    for (const reporter of this.#options.reporters) reporter.ready(target);
  }

  #onExit(child: ChildProcess, code: number | null): void {
    if (this.#child === child) this.#child = undefined;
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    if (code === CONFIGURATION_EXIT_CODE) {
      for (const reporter of this.#options.reporters) reporter.refused();
      return;
    }
    for (const reporter of this.#options.reporters) reporter.died(this.#delayMs);
    this.#timer = setTimeout(() => this.start(), this.#delayMs);
    this.#delayMs = Math.min(2 * this.#delayMs, LONGEST_DELAY_MS);
  }
}
