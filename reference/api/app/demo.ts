import type { Config } from "../core/config.ts";
import type { Context } from "../core/context.ts";
import type { Database } from "../core/database/open.ts";
import type { Services } from "./services.ts";

type DemoConfig = NonNullable<Config["demo"]>;

/** Reports long work at the start; `done` and `total` count in the step's own unit. */
export type Progress = (step: string, done: number, total: number) => void;

export interface Simulator {
  /** Simulates up to the clock's current time; resolves when all messages are stored. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

export interface SimulationOptions {
  seed: number;
  telemetry: Services["telemetry"];
  /** Where the devices connect; undefined if they deliver their messages directly. */
  broker: { url: string; caFile: string } | undefined;
  /** Sends a message to a call of the API by HTTP. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<{ status: number }>;
  tickMs: number | undefined;
}

/** The demo, as the API uses it. The API runs without one. */
export interface Demo {
  userNames: string[];
  /** Clients with simulated farms. */
  clientIds: readonly string[];
  /** Adds clients, users and records to an empty database. */
  addRecords(database: Database, options: DemoConfig & { now: Date }): Promise<void>;
  hasFleet(database: Database): Promise<boolean>;
  /** Makes the past of the farms, if it is not there. Returns whether it made one. */
  makeHistory(
    context: Context,
    options: DemoConfig & { seed: number; progress: Progress; signal: AbortSignal | undefined },
  ): Promise<boolean>;
  simulate(context: Context, options: SimulationOptions): Promise<Simulator | undefined>;
}
