import type { Clock } from "./clock.ts";
import type { Database } from "./database/open.ts";
import type { Events } from "./events.ts";
import type { Log } from "./log.ts";
import type { Publisher } from "./publisher.ts";

/** The common dependencies of all services. */
export interface Context {
  database: Database;
  clock: Clock;
  /** Events between services, after the transaction. */
  events: Events;
  /** Realtime messages to users. */
  publisher: Publisher;
  log: Log;
}
