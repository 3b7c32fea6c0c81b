import { hash } from "node:crypto";
import { MQTT_NOT_CONNECTED } from "@lamina/shared/core/errors";
import { NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import type { ServerFrame } from "@lamina/shared/messages/realtime";
import type { Lease, Subscriptions } from "./subscriptions.ts";

/** Receives the frames of a session. */
export interface Audience {
  send(frame: ServerFrame): void;
  deliver(message: Buffer): void;
}

/** A message of the broker as sockets get it. */
export interface BridgedMessage {
  frame: Buffer;
  /** The frame without what only one of two copies has. */
  content: Buffer;
}

/** Messages within which a publisher that sends to both topics of a session must send the second copy. */
const REMEMBERED = 16;

/**
 * One topic of one session: its own broker topic, and the one for all sessions of the user (readings, 15). A message
 * received on both is delivered once.
 */
export class Observation {
  readonly #topic: string;
  readonly #subscriptions: Subscriptions<BridgedMessage>;
  readonly #audience: Audience;
  readonly #onRefused: () => void;
  readonly #all: Lease;
  #own: Lease;
  /** Messages received on only one topic so far: digest and lease, the oldest first. */
  #single: { digest: string; lease: Lease }[] = [];
  /** Topics of earlier tokens, with the timer that releases them. */
  readonly #retiring = new Map<Lease, NodeJS.Timeout>();

  constructor(
    topic: string,
    brokerTopics: { session: string; all: string },
    subscriptions: Subscriptions<BridgedMessage>,
    audience: Audience,
    onRefused: () => void,
  ) {
    this.#topic = topic;
    this.#subscriptions = subscriptions;
    this.#audience = audience;
    this.#onRefused = onRefused;
    this.#own = this.#hear(brokerTopics.session);
    this.#all = this.#hear(brokerTopics.all);
  }

  get granted(): boolean {
    return this.#own.granted && this.#all.granted;
  }

  /**
   * Subscribes to the topic of a renewed token, and keeps the old one for `overlapMs`. Resolves when the new one is
   * settled.
   */
  async move(brokerTopic: string, overlapMs: number): Promise<void> {
    const old = this.#own;
    const timer = setTimeout(() => {
      this.#retiring.delete(old);
      old.release();
    }, overlapMs).unref();
    this.#retiring.set(old, timer);
    this.#own = this.#hear(brokerTopic);
    await this.#own.settled;
  }

  end(): void {
    for (const timer of this.#retiring.values()) clearTimeout(timer);
    for (const lease of [this.#own, this.#all, ...this.#retiring.keys()]) lease.release();
  }

  #hear(brokerTopic: string): Lease {
    const isCurrent = () => lease === this.#own || lease === this.#all;
    const lease: Lease = this.#subscriptions.add(brokerTopic, {
      receive: (message) => {
        if (!this.#cameByAnother(lease, message.content)) this.#audience.deliver(message.frame);
      },
      granted: () => {
        if (isCurrent() && this.granted) this.#audience.send({ type: "subscribed", topic: this.#topic });
      },
      unanswered: () => {
        if (isCurrent()) this.#audience.send({ type: "error", error: MQTT_NOT_CONNECTED, topic: this.#topic });
      },
      refused: () => {
        if (!isCurrent()) return;
        this.#audience.send({ type: "error", error: "subscription rejected", topic: this.#topic });
        this.#onRefused();
      },
    });
    return lease;
  }

  /**
   * A message is a duplicate only of one from another topic, so that two equal ones on one topic are both delivered.
   */
  #cameByAnother(lease: Lease, content: Buffer): boolean {
    // Pages collect changes, so a second one costs nothing.
    if (this.#topic !== NOTIFICATIONS_TOPIC) return false;
    const digest = hash("sha1", content, "base64");
    const pair = this.#single.findIndex((other) => other.digest === digest && other.lease !== lease);
    if (pair >= 0) this.#single.splice(pair, 1);
    else this.#single = [...this.#single, { digest, lease }].slice(-REMEMBERED);
    return pair >= 0;
  }
}
