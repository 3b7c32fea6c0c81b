import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import type { Database } from "./database/open.ts";
import type { Events } from "./events.ts";
import type { Publisher } from "./publisher.ts";

/** What every module stands on. */
export interface Context {
  database: Database;
  clock: Clock;
  /** What one module tells the others, after its transaction. */
  events: Events;
  /** What users are told in real time. */
  publisher: Publisher;
  log: Logger;
}
