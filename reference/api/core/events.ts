import { type Concern, concernOf, joined } from "./concern.ts";
import type { Database } from "./database/open.ts";
import type { DomainEvents } from "./domain-events.ts";
import type { RecordEntity } from "./record-changed.ts";

/**
 * The part of an event that other processes of the installation receive, enough to find what has become stale. Without
 * farms, pivots and sectors it may be everything of the client.
 */
export interface Notice extends Pick<Concern, "farmIds" | "pivotIds" | "sectorIds"> {
  name: keyof DomainEvents;
  clientId: string;
  /** Kind of record of a `record` event. */
  entity?: RecordEntity;
}

/** Carries notices to the other processes. */
export interface NoticeSender {
  /** Sends after the commit of a transaction, and never after its rollback. Without a transaction, at once. */
  send(notices: readonly Notice[], transaction?: Database): Promise<void>;
}

type Handler<Event> = (event: Event) => void | Promise<void>;
type FollowUp<Event> = (transaction: Database, events: readonly Event[]) => Promise<readonly Event[]>;

export interface Events {
  /** Returns the function that ends the subscription. */
  on<Name extends keyof DomainEvents>(name: Name, handler: Handler<DomainEvents[Name]>): () => void;
  /** The same, for a handler that takes all events of one transaction at once. */
  onAll<Name extends keyof DomainEvents>(name: Name, handler: Handler<readonly DomainEvents[Name][]>): () => void;
  /** Calls the handler for the events of this process and for notices of others. Returns the function that ends it. */
  onAnywhere(names: readonly (keyof DomainEvents)[], handler: Handler<Notice>): () => void;
  /** Calls the handlers of {@link onAnywhere} for notices of another process. */
  receive(notices: readonly Notice[]): Promise<void>;
  /**
   * Registers work for the transaction that causes an event, so that its effects are stored with it or not at all.
   * Returns further events of the same kind that the work caused. An error rolls the transaction back.
   */
  within<Name extends keyof DomainEvents>(name: Name, followUp: FollowUp<DomainEvents[Name]>): void;
  /**
   * Runs the registered work for events in their transaction, which also carries their notices to the other processes.
   * Returns the events with those that they caused, to be emitted after the commit.
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

export function createEvents(
  report: (error: unknown, event: keyof DomainEvents) => void,
  others?: NoticeSender,
): Events {
  const anywhere = new Map<keyof DomainEvents, Set<Handler<Notice>>>();
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
    for (const notice of noticesOf(name, events)) await deliverAnywhere(notice);
    const unfollowed = others ? events.filter((event) => !followed.has(event)) : [];
    if (unfollowed.length > 0) await attempt(name, () => others?.send(noticesOf(name, unfollowed)));
    for (const handler of handlers.get(name) ?? [])
      await attempt(name, () => (handler as Handler<typeof events>)(events));
  }

  async function deliverAnywhere(notice: Notice): Promise<void> {
    for (const handler of anywhere.get(notice.name) ?? []) await attempt(notice.name, () => handler(notice));
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
    if (all.length > 0) await others?.send(noticesOf(name, all), transaction);
    return all;
  }

  return {
    onAll,
    onAnywhere(names, handler) {
      for (const name of names) anywhere.set(name, (anywhere.get(name) ?? new Set()).add(handler));
      return () => {
        for (const name of names) anywhere.get(name)?.delete(handler);
      };
    },
    async receive(notices) {
      for (const notice of notices) await deliverAnywhere(notice);
    },
    within<Name extends keyof DomainEvents>(name: Name, followUp: FollowUp<DomainEvents[Name]>) {
      const earlier: FollowUp<DomainEvents[Name]>[] | undefined = followUps[name];
      Object.assign(followUps, { [name]: [...(earlier ?? []), followUp] });
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

/** Maximum places of a notice, because a notification of PostgreSQL is short. */
const MAX_PLACES = 20;

/** One notice for each client and kind of record. */
function noticesOf<Name extends keyof DomainEvents>(name: Name, events: readonly DomainEvents[Name][]): Notice[] {
  const entityOf = (event: DomainEvents[Name]) => ("entity" in event ? event.entity : undefined);
  const groups = Map.groupBy(events, (event) => `${event.clientId} ${entityOf(event)}`);
  return [...groups.values()].flatMap((group): Notice[] => {
    const [first] = group;
    if (first === undefined) return [];
    const entity = entityOf(first);
    const { farmIds = [], pivotIds = [], sectorIds = [] } = joined(group.map(concernOf)) ?? {};
    const isFew = farmIds.length + pivotIds.length + sectorIds.length <= MAX_PLACES;
    const places = {
      ...(farmIds.length > 0 && { farmIds }),
      ...(pivotIds.length > 0 && { pivotIds }),
      ...(sectorIds.length > 0 && { sectorIds }),
    };
    return [{ name, clientId: first.clientId, ...(entity && { entity }), ...(isFew && places) }];
  });
}
