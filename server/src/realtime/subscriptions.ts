import type { BrokerState } from "@lamina/shared/messages/realtime";
import type { Broker } from "./broker.ts";

/** An observer of a topic. Its methods are called in order of the events, never during `add`. */
export interface Observer<Message> {
  receive(message: Message): void;
  /** The broker granted the subscription, at first and after each reconnection. */
  granted(): void;
  /** The broker did not answer; the subscription waits for the next connection. */
  unanswered(): void;
  /** The broker denied the subscription, which is over. */
  refused(): void;
}

export interface Lease {
  readonly granted: boolean;
  /** Resolves when the broker has answered or is not connected. Never rejects. */
  readonly settled: Promise<void>;
  /** Ends the observation at once. The broker's subscription is kept for a grace period. */
  release(): void;
}

/**
 * aedes 1.2 loses a subscription if its UNSUBSCRIBE and SUBSCRIBE arrive in one tick, as after a page reload. The grace
 * period also spares other brokers this exchange.
 */
const RELEASE_GRACE_MS = 5_000;
/** Maximum link failures with only this subscription in flight; then it is given up as their cause. */
const MAX_BREAKS = 3;

interface Entry<Message> {
  topic: string;
  observers: Set<Observer<Message>>;
  granted: boolean;
  /** Observers that have not received the broker's stored message, which it sends once for each SUBSCRIBE. */
  waiting: Set<Observer<Message>>;
  /** The stored message (MQTT 3.1.1, 3.3.1.3), until a later one may have replaced it. */
  retained: Buffer | undefined;
  last: Buffer | undefined;
  /** True after a reconnection, when the stored message may be one that was missed. */
  resumed: boolean;
  /** True when the broker must send its stored message again, for a new observer. */
  outdated: boolean;
  /** Link failures while this subscription was in flight. */
  breaks: number;
  grace: NodeJS.Timeout | undefined;
  work: Promise<void> | undefined;
}

type Decode<Message> = (topic: string, payload: Buffer, observers: number, retained: boolean) => Message | undefined;

/**
 * Reference-counted subscriptions on the one broker link: one per topic for any number of observers, each message
 * decoded once, restored after each reconnection. Each observer gets the stored message of its topic once. Exchanges on
 * one topic never overlap.
 */
export class Subscriptions<Message> {
  readonly #entries = new Map<string, Entry<Message>>();
  readonly #broker: Broker;
  readonly #decode: Decode<Message>;
  readonly #graceMs: number;

  constructor(broker: Broker, decode: Decode<Message>, graceMs = RELEASE_GRACE_MS) {
    this.#broker = broker;
    this.#decode = decode;
    this.#graceMs = graceMs;
    broker.on("state", (state) => this.#follow(state));
    broker.on("message", (...message) => this.#receive(...message));
  }

  get size(): number {
    return this.#entries.size;
  }

  /** `topic` must come from `buildTopic`. */
  add(topic: string, observer: Observer<Message>): Lease {
    const entry = this.#entries.get(topic) ?? this.#open(topic);
    clearTimeout(entry.grace);
    entry.grace = undefined;
    entry.observers.add(observer);
    if (entry.granted) this.#join(entry, observer);
    else entry.waiting.add(observer);
    this.#sync(entry);
    return {
      get granted() {
        return entry.granted;
      },
      settled: entry.work ?? Promise.resolve(),
      release: () => this.#release(entry, observer),
    };
  }

  close(): void {
    for (const entry of this.#entries.values()) clearTimeout(entry.grace);
    this.#entries.clear();
  }

  #open(topic: string): Entry<Message> {
    const entry: Entry<Message> = {
      topic,
      observers: new Set(),
      granted: false,
      waiting: new Set(),
      retained: undefined,
      last: undefined,
      resumed: false,
      outdated: false,
      breaks: 0,
      grace: undefined,
      work: undefined,
    };
    this.#entries.set(topic, entry);
    return entry;
  }

  /** Adds an observer to a granted topic. Requests its stored message when a later one may have replaced it. */
  #join(entry: Entry<Message>, observer: Observer<Message>): void {
    if (!entry.retained && entry.last) {
      // Observers that waited for an earlier answer have received it.
      if (!entry.work) entry.waiting.clear();
      entry.waiting.add(observer);
      entry.outdated = true;
    }
    const { retained } = entry;
    queueMicrotask(() => {
      if (!entry.granted || !entry.observers.has(observer)) return;
      observer.granted();
      if (retained) this.#deliver(entry, retained, new Set([observer]), true);
    });
  }

  #release(entry: Entry<Message>, observer: Observer<Message>): void {
    entry.waiting.delete(observer);
    if (!entry.observers.delete(observer) || entry.observers.size > 0) return;
    entry.grace = setTimeout(() => {
      entry.grace = undefined;
      this.#sync(entry);
    }, this.#graceMs).unref();
  }

  #follow(state: BrokerState): void {
    if (state === "connected") void this.#restore();
    else for (const entry of this.#entries.values()) this.#interrupt(entry);
  }

  #interrupt(entry: Entry<Message>): void {
    if (entry.granted) entry.waiting.clear();
    entry.granted = false;
    entry.resumed = true;
  }

  /**
   * Subscribes all at once, except those in flight at the last link failure: one by one, because one of them may be the
   * cause.
   */
  async #restore(): Promise<void> {
    const entries = [...this.#entries.values()];
    await Promise.all(entries.filter((entry) => entry.breaks === 0).map((entry) => this.#sync(entry)));
    for (const entry of entries) if (entry.breaks > 0) await this.#sync(entry);
  }

  #sync(entry: Entry<Message>): Promise<void> {
    entry.work ??= this.#settle(entry).finally(() => {
      entry.work = undefined;
    });
    return entry.work;
  }

  /** Subscribes and unsubscribes until the broker has the wanted state or is disconnected. */
  async #settle(entry: Entry<Message>): Promise<void> {
    const isWanted = () => entry.observers.size > 0 || entry.grace !== undefined;
    const isSettled = () => isWanted() === entry.granted && !(entry.granted && entry.outdated);
    while (this.#broker.state === "connected" && !isSettled()) {
      await (isWanted() ? this.#ask(entry) : this.#leave(entry));
    }
    if (!isWanted() && !entry.granted) this.#entries.delete(entry.topic);
  }

  async #ask(entry: Entry<Message>): Promise<void> {
    const isFirst = !entry.granted;
    entry.outdated = false;
    entry.retained = undefined;
    try {
      if (await this.#broker.subscribe(entry.topic)) {
        entry.granted = true;
        entry.breaks = 0;
        if (isFirst) for (const observer of entry.observers) observer.granted();
      } else this.#refuse(entry);
    } catch {
      entry.breaks += 1;
      if (entry.breaks >= MAX_BREAKS) this.#refuse(entry);
      else for (const observer of entry.observers) observer.unanswered();
    }
  }

  async #leave(entry: Entry<Message>): Promise<void> {
    entry.granted = false;
    await this.#broker.unsubscribe(entry.topic).catch(() => undefined);
  }

  #refuse(entry: Entry<Message>): void {
    const observers = [...entry.observers];
    entry.observers.clear();
    entry.granted = false;
    clearTimeout(entry.grace);
    entry.grace = undefined;
    for (const observer of observers) observer.refused();
  }

  #receive(topic: string, payload: Buffer, retained: boolean): void {
    const entry = this.#entries.get(topic);
    if (!entry) return;
    const isMissed = entry.resumed && !entry.last?.equals(payload);
    const receivers = !retained || isMissed ? entry.observers : entry.waiting;
    if (retained) {
      entry.waiting = new Set();
      entry.resumed = false;
    }
    entry.retained = retained ? payload : undefined;
    entry.last = payload;
    this.#deliver(entry, payload, receivers, retained);
  }

  #deliver({ topic }: Entry<Message>, payload: Buffer, receivers: Set<Observer<Message>>, retained: boolean): void {
    if (receivers.size === 0) return;
    const message = this.#decode(topic, payload, receivers.size, retained);
    if (message !== undefined) for (const observer of receivers) observer.receive(message);
  }
}
