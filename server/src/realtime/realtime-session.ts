import { MQTT_NOT_CONNECTED } from "@lamina/shared/core/errors";
import { ALL_SESSIONS, buildTopic, type Envelope, NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import type { Broker } from "./broker.ts";
import type { RealtimeLimits } from "./limits.ts";
import { type Audience, type BridgedMessage, Observation } from "./observation.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** The user of a proved token. */
export interface Identity {
  userName: string;
  /** The token's payload part, unchanged. */
  payload: string;
}

export interface Bridge {
  broker: Broker;
  subscriptions: Subscriptions<BridgedMessage>;
  limits: RealtimeLimits;
  now: () => number;
}

/**
 * The topics and publications of one authenticated socket. All broker topics are built here, from the proved identity
 * and one validated level.
 */
export class RealtimeSession {
  readonly #bridge: Bridge;
  readonly #audience: Audience;
  readonly #observations = new Map<string, Observation>();
  #identity: Identity;

  constructor(identity: Identity, audience: Audience, bridge: Bridge) {
    this.#identity = identity;
    this.#audience = audience;
    this.#bridge = bridge;
  }

  /** Why this identity has no realtime: its name cannot form a topic (readings, 16). All else works for it. */
  get refusal(): string | undefined {
    try {
      this.#topic(NOTIFICATIONS_TOPIC);
      return undefined;
    } catch (error) {
      return (error as RangeError).message;
    }
  }

  get userName(): string {
    return this.#identity.userName;
  }

  /**
   * Subscribes to a topic. `subscribed` follows when the broker has granted it; without a broker the topic is
   * remembered.
   */
  observe(topic: string): void {
    const existing = this.#observations.get(topic);
    if (this.refusal !== undefined) this.#fail(this.refusal, topic);
    else if (!existing && this.#observations.size >= this.#bridge.limits.maxTopics) {
      this.#fail("too many subscriptions", topic);
    } else {
      if (existing?.granted) this.#audience.send({ type: "subscribed", topic });
      else if (this.#bridge.broker.state !== "connected") this.#fail(MQTT_NOT_CONNECTED, topic);
      if (!existing) this.#open(topic);
    }
  }

  unobserve(topic: string): void {
    this.#observations.get(topic)?.end();
    this.#observations.delete(topic);
  }

  /**
   * Publishes to the session's own topic only. Resolves to whether the broker has acknowledged it; if not, sends an
   * error.
   */
  async publish(topic: string, message: unknown): Promise<boolean> {
    const envelope: Envelope = { message, date: new Date(this.#bridge.now()).toISOString() };
    try {
      await this.#bridge.broker.publish(this.#topic(topic), JSON.stringify(envelope), this.userName);
      return true;
    } catch (error) {
      this.#fail((error as Error).message, topic);
      return false;
    }
  }

  /**
   * Moves to a renewed token of the same user. Resolves when its topics are subscribed; until then the old ones
   * deliver.
   */
  async renew(identity: Identity): Promise<void> {
    if (identity.payload === this.#identity.payload) return;
    this.#identity = identity;
    const moves = [...this.#observations].map(([topic, observation]) =>
      observation.move(this.#topic(topic), this.#bridge.limits.renewalOverlapMs),
    );
    await Promise.all(moves);
  }

  end(): void {
    for (const topic of [...this.#observations.keys()]) this.unobserve(topic);
  }

  #open(topic: string): void {
    const brokerTopics = { session: this.#topic(topic), all: this.#topic(topic, ALL_SESSIONS) };
    const observation = new Observation(topic, brokerTopics, this.#bridge.subscriptions, this.#audience, () =>
      this.unobserve(topic),
    );
    this.#observations.set(topic, observation);
  }

  #topic(topic: string, session = this.#identity.payload): string {
    return buildTopic({ userName: this.#identity.userName, session, topic });
  }

  #fail(error: string, topic: string): void {
    this.#audience.send({ type: "error", error, topic });
  }
}
