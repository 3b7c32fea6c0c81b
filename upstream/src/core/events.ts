import type { WireRecord } from "./wire.ts";

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
  /** A record that people keep was written: `before` is missing for an insertion, `after` for a deletion. */
  record: { clientId: string; entity: string; recordId: string; before?: WireRecord; after?: WireRecord };
  /** An alert was raised, taken or resolved. */
  alert: { clientId: string; notificationId: string };
}

type Handler<Event> = (event: Event) => void | Promise<void>;

/** Carries events from the module where something happened to those that it concerns, inside one process. */
export interface Events {
  /** Returns the function that ends the subscription. */
  on<Name extends keyof DomainEvents>(name: Name, handler: Handler<DomainEvents[Name]>): () => void;
  /**
   * Tells all handlers, one after the other, and resolves when they are done. To be called after the transaction has
   * committed. A handler that fails is reported and does not keep the others from hearing.
   */
  emit<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): Promise<void>;
}

export function createEvents(report: (error: unknown, event: keyof DomainEvents) => void): Events {
  const handlers = new Map<keyof DomainEvents, Set<Handler<never>>>();
  return {
    on(name, handler) {
      const set = handlers.get(name) ?? new Set();
      handlers.set(name, set.add(handler));
      return () => set.delete(handler);
    },
    async emit(name, event) {
      for (const handler of handlers.get(name) ?? []) {
        try {
          await (handler as Handler<typeof event>)(event);
        } catch (error) {
          report(error, name);
        }
      }
    },
  };
}
