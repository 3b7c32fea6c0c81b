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
/** A subscription is given up after it was alone in flight at so many breaks of the link, because it causes them. */
const MAX_BREAKS = 3;

interface Entry<Message> {
  topic: string;
  observers: Set<Observer<Message>>;
  granted: boolean;
  /** Number of breaks of the link while this subscription was in flight. */
  breaks: number;
  grace: NodeJS.Timeout | undefined;
  work: Promise<void> | undefined;
}

/**
 * Reference-counted subscriptions on the one broker link: one per topic for any number of observers, each message
 * decoded once, restored after each reconnection. Exchanges on one topic never overlap.
 */
export class Subscriptions<Message> {
  readonly #entries = new Map<string, Entry<Message>>();
  readonly #broker: Broker;
  readonly #decode: (topic: string, payload: Buffer, observers: number) => Message | undefined;
  readonly #graceMs: number;

  constructor(
    broker: Broker,
    decode: (topic: string, payload: Buffer, observers: number) => Message | undefined,
    graceMs = RELEASE_GRACE_MS,
  ) {
    this.#broker = broker;
    this.#decode = decode;
    this.#graceMs = graceMs;
    broker.on("state", (state) => this.#follow(state));
    broker.on("message", (topic, payload) => this.#deliver(topic, payload));
  }

  /** Number of topics subscribed or to be subscribed. */
  get size(): number {
    return this.#entries.size;
  }

  /** `topic` must come from `buildTopic`. */
  add(topic: string, observer: Observer<Message>): Lease {
    const entry = this.#entries.get(topic) ?? this.#open(topic);
    clearTimeout(entry.grace);
    entry.grace = undefined;
    entry.observers.add(observer);
    if (entry.granted) queueMicrotask(() => entry.granted && entry.observers.has(observer) && observer.granted());
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
      breaks: 0,
      grace: undefined,
      work: undefined,
    };
    this.#entries.set(topic, entry);
    return entry;
  }

  #release(entry: Entry<Message>, observer: Observer<Message>): void {
    if (!entry.observers.delete(observer) || entry.observers.size > 0) return;
    entry.grace = setTimeout(() => {
      entry.grace = undefined;
      this.#sync(entry);
    }, this.#graceMs).unref();
  }

  #follow(state: BrokerState): void {
    if (state === "connected") void this.#restore();
    else for (const entry of this.#entries.values()) entry.granted = false;
  }

  /**
   * Subscribes all at once, but those that were in flight when the link broke one by one, because one of them may be
   * the cause.
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

  /** Subscribes and unsubscribes until the broker's state is the wanted one, or the broker is disconnected. */
  async #settle(entry: Entry<Message>): Promise<void> {
    const wanted = () => entry.observers.size > 0 || entry.grace !== undefined;
    while (this.#broker.state === "connected" && wanted() !== entry.granted) {
      await (wanted() ? this.#ask(entry) : this.#leave(entry));
    }
    if (!wanted() && !entry.granted) this.#entries.delete(entry.topic);
  }

  async #ask(entry: Entry<Message>): Promise<void> {
    try {
      if (await this.#broker.subscribe(entry.topic)) {
        entry.granted = true;
        entry.breaks = 0;
        for (const observer of entry.observers) observer.granted();
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
    clearTimeout(entry.grace);
    entry.grace = undefined;
    for (const observer of observers) observer.refused();
  }

  #deliver(topic: string, payload: Buffer): void {
    const observers = this.#entries.get(topic)?.observers;
    if (!observers?.size) return;
    const message = this.#decode(topic, payload, observers.size);
    if (message !== undefined) for (const observer of observers) observer.receive(message);
  }
}
