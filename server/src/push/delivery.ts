import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { PushAddress, PushResult } from "@lamina/shared/messages/push";
import type { FastifyBaseLogger } from "fastify";
import type { ReceivedMessage } from "../realtime/received-message.ts";
import { type PushMessage, pushMessage } from "./message.ts";
import type { PushRegistry } from "./registry.ts";
import type { PushSender, SendResult } from "./sender.ts";
import { CLAIM_MS, type PushStore } from "./store.ts";
import type { Subscription } from "./subscription.ts";

/** `undecided`: Valkey did not say in time which process sends it. `dropped`: too many messages wait. */
export const OUTCOMES = ["sent", "gone", "failed", "off", "ended", "undecided", "dropped"] as const;
type Outcome = (typeof OUTCOMES)[number];

export interface DeliveryTimes {
  /** How long a message waits for a page that the user sees, in milliseconds. */
  unseenMs: number;
  /** The same for a message that may be an alarm: critical, or without a severity. */
  urgentMs: number;
  /** Pause before the second attempt, where the push service names none; it doubles. */
  retryMs: number;
}

export const DELIVERY_TIMES: DeliveryTimes = { unseenMs: 5_000, urgentMs: 1_000, retryMs: 2_000 };

const MAX_ATTEMPTS = 5;
/** A push service that asks for more time has an outage. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;
const MAX_PENDING = 10_000;
/** Time for messages that wait when the program ends. */
const LAST_MS = 3_000;
/**
 * A number distinguishes equal messages within this time; all processes count alike. Longer than a message is taken,
 * because an equal one after it is another alarm.
 */
const COUNTED_MS = CLAIM_MS + MINUTE_MS;
const ID_LENGTH = 32;

interface DeliveryOptions {
  registry: PushRegistry;
  store: PushStore;
  /** The sender of a channel; undefined where it is not configured. */
  senderOf(kind: PushAddress["kind"]): PushSender | undefined;
  times: DeliveryTimes;
  clock: () => number;
  count(outcome: Outcome): void;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}

/** Sends what no page has shown: waits for acknowledgements, takes each message once, and tries again. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #waiting = new Map<string, { userName: string; timer: NodeJS.Timeout; deliver(): Promise<void> }>();
  /** Equal messages of a user, by their digest. */
  readonly #equal = new Map<string, { count: number; at: number }>();
  readonly #closing = new AbortController();
  #pending = 0;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** A message for all sessions of a user has arrived. Returns the id that a page acknowledges, and devices show. */
  arrived(userName: string, message: ReceivedMessage): string {
    const id = this.#idOf(userName, message);
    // An equal message after {@link COUNTED_MS} has the same number. Devices must not take it for the earlier one.
    const shownId = `${id}.${Math.floor(this.#options.clock() / COUNTED_MS).toString(36)}`;
    if (this.#pending >= MAX_PENDING) {
      this.#options.count("dropped");
      return shownId;
    }
    this.#pending += 1;
    const push = pushMessage(message, shownId);
    const { unseenMs, urgentMs } = this.#options.times;
    const waitMs = push.urgency === "high" ? Math.min(urgentMs, unseenMs) : unseenMs;
    const deliver = () => {
      this.#waiting.delete(id);
      return this.#deliver(userName, id, push);
    };
    const timer = setTimeout(() => void deliver(), waitMs).unref();
    this.#waiting.set(id, { userName, timer, deliver });
    return shownId;
  }

  /** A page that the user sees has the message. */
  acknowledged(userName: string, shownId: string): void {
    const [id = ""] = shownId.split(".");
    const waiting = this.#waiting.get(id);
    if (waiting?.userName !== userName) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    this.#pending -= 1;
    this.#options.store.seen(id);
  }

  /** One attempt for one device. */
  async send(subscription: Subscription, message: PushMessage): Promise<SendResult | { result: "off" }> {
    const { registry, store, clock, log, senderOf } = this.#options;
    const { id, address, userName } = subscription;
    const outcome = await senderOf(address.kind)?.send(address, message);
    if (!outcome) return { result: "off" };
    if (outcome.result === "sent") store.succeeded(id, clock());
    if (outcome.result === "gone") await registry.remove(id).catch(() => undefined);
    const { result, status } = outcome;
    if (result !== "sent")
      log.info({ subscription: id, channel: address.kind, user: userName, result, status }, "push");
    return outcome;
  }

  /** Sends at once what waits for a page, because the broker does not send it again, and ends. */
  async close(): Promise<void> {
    const delivered = [...this.#waiting.values()].map(({ timer, deliver }) => {
      clearTimeout(timer);
      return deliver();
    });
    await Promise.race([Promise.all(delivered), sleep(LAST_MS, undefined, { ref: false })]);
    this.#closing.abort();
  }

  async #deliver(userName: string, id: string, push: PushMessage): Promise<void> {
    const { registry, count, log } = this.#options;
    try {
      const isOurs = await this.#claim(id);
      if (isOurs === undefined) count("undecided");
      if (!isOurs) return;
      const subscriptions = registry.of(userName);
      for (const outcome of await Promise.all(subscriptions.map((one) => this.#persist(one, push)))) count(outcome);
    } catch (error) {
      if (!this.#closing.signal.aborted) log.warn({ err: error }, "push failed");
    } finally {
      this.#pending -= 1;
    }
  }

  /** Asks again while Valkey does not answer, because its outages are mostly short. */
  async #claim(id: string): Promise<boolean | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const isOurs = await this.#options.store.claim(id);
      if (isOurs !== undefined) return isOurs;
      await this.#pause(attempt, undefined);
    }
    return undefined;
  }

  async #persist(subscription: Subscription, message: PushMessage): Promise<Outcome> {
    const { registry, clock } = this.#options;
    const until = clock() + message.ttlS * 1000;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (!registry.has(subscription)) return "ended";
      const outcome = await this.send(subscription, message);
      if (outcome.result !== "again") return outcome.result satisfies PushResult;
      const { afterMs } = outcome;
      if (attempt === MAX_ATTEMPTS - 1 || (afterMs ?? 0) > MAX_PAUSE_MS || clock() + (afterMs ?? 0) > until) break;
      await this.#pause(attempt, afterMs);
    }
    return "failed";
  }

  /** Ends when the program does. */
  async #pause(attempt: number, afterMs: number | undefined): Promise<void> {
    const ms = afterMs ?? this.#options.times.retryMs * 2 ** attempt;
    await sleep(ms, undefined, { ref: false, signal: this.#closing.signal });
  }

  /** The same in every process that gets the message: of its content, and of its number among equal ones. */
  #idOf(userName: string, { json, date, dated, id }: ReceivedMessage): string {
    const now = this.#options.clock();
    for (const [digest, { at }] of this.#equal) {
      if (now - at < COUNTED_MS) break;
      this.#equal.delete(digest);
    }
    const digest = hash("sha256", JSON.stringify([userName, json, dated ? date : null, id ?? null]), "base64url");
    const count = (this.#equal.get(digest)?.count ?? 0) + 1;
    // The oldest is first.
    this.#equal.delete(digest);
    this.#equal.set(digest, { count, at: now });
    return hash("sha256", `${digest} ${count}`, "base64url").slice(0, ID_LENGTH);
  }
}
