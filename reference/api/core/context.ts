import type { Clock } from "./clock.ts";
import type { Database } from "./database/open.ts";
import type { Events } from "./events.ts";
import type { Log } from "./log.ts";
import type { Publisher } from "./publisher.ts";

export interface Context {
  database: Database;
  clock: Clock;
  /** Events between services, after the transaction. */
  events: Events;
  publisher: Publisher;
  log: Log;
}
