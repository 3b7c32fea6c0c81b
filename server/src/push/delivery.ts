import { hash } from "node:crypto";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { FastifyBaseLogger } from "fastify";
import type { ReceivedMessage } from "../realtime/received-message.ts";
import { type Attempts, MAX_ATTEMPTS } from "./attempts.ts";
import { type PushMessage, pushMessage } from "./message.ts";
import type { PushRegistry } from "./registry.ts";
import { CLAIM_MS, type PushStore } from "./store.ts";

/** `undecided`: Valkey did not say in time which process sends it. `dropped`: too many messages wait. */
export const OUTCOMES = ["sent", "gone", "failed", "off", "ended", "undecided", "dropped"] as const;
type Outcome = (typeof OUTCOMES)[number];

export interface DeliveryTimes {
  /** How long a message waits for a page that the user sees, in milliseconds. */
  unseenMs: number;
  /** The same for a message that may be an alarm: critical, or without a severity. */
  urgentMs: number;
  /** Time for messages that wait when the program ends, in milliseconds. */
  lastMs: number;
}

export const DELIVERY_TIMES: DeliveryTimes = { unseenMs: 5_000, urgentMs: 1_000, lastMs: 3_000 };

const MAX_PENDING = 10_000;
/**
 * A number distinguishes equal messages within this time; all processes count alike. Longer than a message is taken,
 * because an equal one after it is another alarm.
 */
const COUNTED_MS = CLAIM_MS + MINUTE_MS;
const ID_LENGTH = 32;

interface DeliveryOptions {
  registry: PushRegistry;
  store: PushStore;
  attempts: Attempts;
  times: DeliveryTimes;
  clock: () => number;
  count(outcome: Outcome): void;
  log: Pick<FastifyBaseLogger, "warn">;
}

interface Waiting {
  userName: string;
  timer: NodeJS.Timeout;
  /** Devices that have shown it themselves. */
  shownOn: Set<string>;
  deliver(): Promise<void>;
}

/** Sends what no page has shown: waits for acknowledgements, and takes each message once. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** Equal messages of a user, by their digest. */
  readonly #equal = new Map<string, { count: number; at: number }>();
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
    const shownOn = new Set<string>();
    const deliver = () => {
      this.#waiting.delete(id);
      return this.#deliver(userName, id, push, shownOn);
    };
    const timer = setTimeout(() => void deliver(), waitMs).unref();
    this.#waiting.set(id, { userName, timer, shownOn, deliver });
    return shownId;
  }

  /** A page that the user sees has the message; with `device`, only that device has shown it. */
  acknowledged(userName: string, shownId: string, device?: string): void {
    const [id = ""] = shownId.split(".");
    const waiting = this.#waiting.get(id);
    if (waiting?.userName !== userName) return;
    if (device !== undefined) {
      waiting.shownOn.add(device);
      this.#options.store.shown(id, device);
      return;
    }
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    this.#pending -= 1;
    this.#options.store.seen(id);
  }

  /** Sends at once what waits for a page, because the broker does not send it again, and ends. */
  async close(): Promise<void> {
    const delivered = [...this.#waiting.values()].map(({ timer, deliver }) => {
      clearTimeout(timer);
      return deliver();
    });
    await this.#options.attempts.close(delivered, this.#options.times.lastMs);
  }

  async #deliver(userName: string, id: string, push: PushMessage, shownHere: ReadonlySet<string>): Promise<void> {
    const { registry, store, attempts, count, log } = this.#options;
    try {
      const isOurs = await this.#claim(id);
      if (isOurs === undefined) count("undecided");
      if (!isOurs) return;
      const shownElsewhere = await store.shownOn(id);
      const subscriptions = registry
        .of(userName)
        .filter((one) => !shownHere.has(one.id) && !shownElsewhere.includes(one.id));
      for (const outcome of await Promise.all(subscriptions.map((one) => attempts.send(one, push)))) count(outcome);
    } catch (error) {
      if (!attempts.isClosing) log.warn({ err: error }, "push failed");
    } finally {
      this.#pending -= 1;
    }
  }

  /** Asks again while Valkey does not answer, because its outages are mostly short. */
  async #claim(id: string): Promise<boolean | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const isOurs = await this.#options.store.claim(id);
      if (isOurs !== undefined) return isOurs;
      await this.#options.attempts.pause(attempt);
    }
    return undefined;
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
