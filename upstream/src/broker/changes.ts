import { CHANGES_TOPIC, type ChangeMessage } from "@lamina/shared/records/alert";
import { listenersOf } from "../access/identity/audience.ts";
import type { Context } from "../core/context.ts";
import type { DomainEvents } from "../core/events.ts";

/** Least time between two messages on changes of a client. */
const CHANGES_INTERVAL_MS = 500;
/**
 * The first change after a quiet time is sent this soon, with others of the same time. Short, because the BFF's cache
 * adds its own time and a screen must be up to date within 2 s.
 */
const GATHER_MS = 50;

/** Entities of the API that each event changes. A record's event names its own. */
const CHANGED: Partial<Record<keyof DomainEvents, readonly string[]>> = {
  readings: ["Reading", "SensorSummary", "Device"],
  pivotStatus: ["PivotStatus"],
  weather: ["WeatherDaily"],
  forecast: ["Forecast"],
  balance: ["Balance"],
  recommendation: ["Recommendation"],
  alert: ["Notification"],
};

/** Notifies the users of a client, on the topic `changes`, that entities of it have changed. */
interface Changes {
  /** Sends pending changes, and none afterwards. */
  close(): Promise<void>;
}

export function publishChanges(
  { database, events, publisher, log }: Pick<Context, "database" | "events" | "publisher" | "log">,
  intervalMs = CHANGES_INTERVAL_MS,
): Changes {
  /** By client: changes to send when the timer ends; empty right after sending. */
  const pending = new Map<string, { entities: Set<string>; timer: NodeJS.Timeout }>();
  const underWay = new Set<Promise<void>>();
  let closed = false;

  function note(clientId: string, entities: readonly string[]): void {
    const client = pending.get(clientId) ?? wait(clientId, Math.min(GATHER_MS, intervalMs));
    for (const entity of entities) client.entities.add(entity);
  }

  function wait(clientId: string, ms: number) {
    const client = { entities: new Set<string>(), timer: setTimeout(() => tellSoon(clientId), ms) };
    pending.set(clientId, client);
    return client;
  }

  function tellSoon(clientId: string): void {
    const telling = tell(clientId)
      .catch((error: unknown) => log.warn({ err: error }, "changes not published"))
      .finally(() => underWay.delete(telling));
    underWay.add(telling);
  }

  async function tell(clientId: string): Promise<void> {
    const client = pending.get(clientId);
    pending.delete(clientId);
    if (client === undefined || client.entities.size === 0) return;
    if (!closed) wait(clientId, intervalMs);
    const message: ChangeMessage = { clientId, entities: [...client.entities].sort() };
    const listeners = await listenersOf(database, [clientId]);
    await Promise.all(listeners.map(({ userName }) => publisher.publishToUser(userName, CHANGES_TOPIC, message)));
  }

  const unsubscribe = [
    events.on("record", ({ clientId, entity }) => note(clientId, [entity])),
    ...(Object.keys(CHANGED) as (keyof DomainEvents)[]).map((name) =>
      events.on(name, ({ clientId }) => note(clientId, CHANGED[name] ?? [])),
    ),
  ];
  return {
    async close() {
      closed = true;
      for (const end of unsubscribe) end();
      for (const [clientId, { timer }] of pending) {
        clearTimeout(timer);
        tellSoon(clientId);
      }
      await Promise.all(underWay);
    },
  };
}
