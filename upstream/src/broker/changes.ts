import { CHANGES_TOPIC, type ChangeMessage } from "@lamina/shared/records/alert";
import { listenersOf } from "../access/identity/audience.ts";
import type { Context } from "../core/context.ts";
import type { DomainEvents } from "../core/events.ts";

/** Changes of a client are told at most once in this time. */
const CHANGES_INTERVAL_MS = 500;
/**
 * The first change after a quiet time is told so soon, with those that come along. A screen waits for the BFF's cache
 * besides, and shall be fresh within 2 s.
 */
const GATHER_MS = 50;

/** What each event changes, in the names that entities have in the API. A record says its own. */
const CHANGED: Partial<Record<keyof DomainEvents, readonly string[]>> = {
  readings: ["Reading", "SensorSummary", "Device"],
  pivotStatus: ["PivotStatus"],
  weather: ["WeatherDaily"],
  forecast: ["Forecast"],
  balance: ["Balance"],
  recommendation: ["Recommendation"],
  alert: ["Notification"],
};

/** Tells the users of a client, on the topic `changes`, that what they see of it is no longer as it was. */
interface Changes {
  /** Tells what is pending, and no more from then on. */
  close(): Promise<void>;
}

export function publishChanges(
  { database, events, publisher, log }: Pick<Context, "database" | "events" | "publisher" | "log">,
  intervalMs = CHANGES_INTERVAL_MS,
): Changes {
  /** By client: what is to be told when the timer ends; nothing, while it has just been told. */
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
      .catch((error: unknown) => log.warn({ err: error }, "changes not told"))
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
