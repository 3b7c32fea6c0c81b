import type { Database } from "./database/open.ts";
import type { RecordChanged } from "./record-changed.ts";

/** Events between services. Days are the farm's (`YYYY-MM-DD`); `from` is the earliest day that changed. */
export interface DomainEvents {
  /** Readings were stored. */
  readings: { clientId: string; farmId: string; sensorIds: readonly string[]; from: string };
  /** A pivot's panel sent its state. */
  pivotStatus: { clientId: string; farmId: string; pivotId: string };
  /** Daily weather of a farm was computed or corrected. */
  weather: { clientId: string; farmId: string; from: string };
  /** A new forecast of a farm was issued. */
  forecast: { clientId: string; farmId: string };
  /** The balance of sectors was recomputed. */
  balance: { clientId: string; sectorIds: readonly string[]; from: string };
  /** Sectors have a new recommendation. */
  recommendation: { clientId: string; sectorIds: readonly string[] };
  /** A record was written. */
  record: RecordChanged;
  /** An alert was raised, taken or resolved. */
  alert: { clientId: string; notificationId: string };
}

type Handler<Event> = (event: Event) => void | Promise<void>;
type FollowUp<Event> = (transaction: Database, events: readonly Event[]) => Promise<readonly Event[]>;

/** Delivers events between services within one process. */
export interface Events {
  /** Returns the function that ends the subscription. */
  on<Name extends keyof DomainEvents>(name: Name, handler: Handler<DomainEvents[Name]>): () => void;
  /** The same, for a handler that takes all events of one transaction at once. */
  onAll<Name extends keyof DomainEvents>(name: Name, handler: Handler<readonly DomainEvents[Name][]>): () => void;
  /**
   * Registers work for the transaction that causes an event, so that its effects are stored with it or not at all.
   * Returns further events of the same kind that the work caused. An error rolls the transaction back.
   */
  within<Name extends keyof DomainEvents>(name: Name, followUp: FollowUp<DomainEvents[Name]>): void;
  /**
   * Runs the registered work for events in their transaction. Returns the events with those that they caused, to be
   * emitted after the commit.
   */
  emitWithin<Name extends keyof DomainEvents>(
    transaction: Database,
    name: Name,
    events: readonly DomainEvents[Name][],
  ): Promise<DomainEvents[Name][]>;
  /** Whether the registered work of an event ran in its transaction. */
  wasWithin(event: DomainEvents[keyof DomainEvents]): boolean;
  /**
   * Calls all handlers, one after the other, and resolves when they are done. To be called after the commit. A failing
   * handler is reported and does not stop the others.
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
