import type { Database } from "./database/open.ts";
import type { RecordChanged } from "./record-changed.ts";

/** What one module tells the others. Days are the farm's (`YYYY-MM-DD`); `from` is the earliest day that changed. */
export interface DomainEvents {
  /** Readings were stored. */
  readings: { clientId: string; farmId: string; sensorIds: readonly string[]; from: string };
  /** A pivot's panel spoke. */
  pivotStatus: { clientId: string; farmId: string; pivotId: string };
  /** Daily weather of a farm was computed or corrected. */
  weather: { clientId: string; farmId: string; from: string };
  /** A new forecast of a farm was issued. */
  forecast: { clientId: string; farmId: string };
  /** The balance of sectors was computed again. */
  balance: { clientId: string; sectorIds: readonly string[]; from: string };
  /** Sectors were recommended something else than before. */
  recommendation: { clientId: string; sectorIds: readonly string[] };
  /** A record was written. */
  record: RecordChanged;
  /** An alert was raised, taken or resolved. */
  alert: { clientId: string; notificationId: string };
}

type Handler<Event> = (event: Event) => void | Promise<void>;
type FollowUp<Event> = (transaction: Database, events: readonly Event[]) => Promise<readonly Event[]>;

/** Carries events from the module where something happened to those that it concerns, inside one process. */
export interface Events {
  /** Returns the function that ends the subscription. */
  on<Name extends keyof DomainEvents>(name: Name, handler: Handler<DomainEvents[Name]>): () => void;
  /** The same, for a handler that takes all events of one transaction at once. */
  onAll<Name extends keyof DomainEvents>(name: Name, handler: Handler<readonly DomainEvents[Name][]>): () => void;
  /**
   * Follows events up in the transaction that causes them, so that what must come of them is stored with them or not at all. Returns further events of
   * the same kind that it caused itself. A failure undoes the transaction.
   */
  within<Name extends keyof DomainEvents>(name: Name, followUp: FollowUp<DomainEvents[Name]>): void;
  /** Lets the events of a transaction be followed up in it. Returns them with those that they caused, to be emitted after the commit. */
  emitWithin<Name extends keyof DomainEvents>(
    transaction: Database,
    name: Name,
    events: readonly DomainEvents[Name][],
  ): Promise<DomainEvents[Name][]>;
  /** Whether an event was followed up in its transaction. */
  wasWithin(event: DomainEvents[keyof DomainEvents]): boolean;
  /**
   * Tells all handlers, one after the other, and resolves when they are done. To be called after the transaction has
   * committed. A handler that fails is reported and does not keep the others from hearing.
   */
  emit<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): Promise<void>;
  /** The same, for all events of one transaction. */
  emitAll<Name extends keyof DomainEvents>(name: Name, events: readonly DomainEvents[Name][]): Promise<void>;
}

export function createEvents(report: (error: unknown, event: keyof DomainEvents) => void): Events {
  const handlers = new Map<keyof DomainEvents, Set<Handler<readonly never[]>>>();
  const followUps: { [Name in keyof DomainEvents]?: FollowUp<DomainEvents[Name]>[] } = {};
  const followed = new WeakSet<object>();

  async function attempt(name: keyof DomainEvents, handle: () => void | Promise<void>): Promise<void> {
    try {
      await handle();
    } catch (error) {
      report(error, name);
    }
  }

  function onAll<Name extends keyof DomainEvents>(name: Name, handler: Handler<readonly DomainEvents[Name][]>) {
    const set = handlers.get(name) ?? new Set();
    handlers.set(name, set.add(handler));
    return () => void set.delete(handler);
  }

  async function emitAll<Name extends keyof DomainEvents>(name: Name, events: readonly DomainEvents[Name][]) {
    if (events.length === 0) return;
    for (const handler of handlers.get(name) ?? [])
      await attempt(name, () => (handler as Handler<typeof events>)(events));
  }

  async function emitWithin<Name extends keyof DomainEvents>(
    transaction: Database,
    name: Name,
    events: readonly DomainEvents[Name][],
  ): Promise<DomainEvents[Name][]> {
    const all: DomainEvents[Name][] = [];
    for (let fresh = events; fresh.length > 0; ) {
      all.push(...fresh);
      for (const event of fresh) followed.add(event);
      const caused: DomainEvents[Name][] = [];
      for (const followUp of followUps[name] ?? []) caused.push(...(await followUp(transaction, fresh)));
      fresh = caused;
    }
    return all;
  }

  return {
    onAll,
    within<Name extends keyof DomainEvents>(name: Name, followUp: FollowUp<DomainEvents[Name]>) {
      const known: FollowUp<DomainEvents[Name]>[] | undefined = followUps[name];
      Object.assign(followUps, { [name]: [...(known ?? []), followUp] });
    },
    emitWithin,
    wasWithin: (event) => followed.has(event),
    on(name, handler) {
      return onAll(name, async (events) => {
        for (const event of events) await attempt(name, () => handler(event));
      });
    },
    emit: (name, event) => emitAll(name, [event]),
    emitAll,
  };
}
