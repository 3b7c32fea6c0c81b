import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS, SECOND_MS } from "@lamina/shared/core/time";
import type { PushAddress, PushResult } from "@lamina/shared/messages/push";
import type { FastifyBaseLogger } from "fastify";
import type { PushMessage } from "./message.ts";
import type { PushRegistry } from "./registry.ts";
import { ANSWER_MS, type PushSender, type SendResult } from "./sender.ts";
import type { PushStore } from "./store.ts";
import type { Subscription } from "./subscription.ts";
import type { Unsent } from "./unsent.ts";

export const MAX_ATTEMPTS = 5;
/** A push service that asks for more time has an outage. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;
/** Beyond a pause, other processes leave a message for the time of an attempt. */
const LEASE_MS = 3 * ANSWER_MS;

interface AttemptsOptions {
  registry: PushRegistry;
  store: PushStore;
  /** The sender of a channel; undefined where it is not configured. */
  senderOf(kind: PushAddress["kind"]): PushSender | undefined;
  /** Pause before the second attempt, where the push service names none, in milliseconds; it doubles. */
  retryMs: number;
  clock: () => number;
  log: Pick<FastifyBaseLogger, "info">;
}

/**
 * Sends messages to devices, and tries again. What a push service does not take at once is stored: if the program ends
 * meanwhile, another process or the next start sends it. It can then arrive twice; the device shows it once, by its id.
 */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #sending = new Map<Unsent, Promise<unknown>>();
  readonly #closing = new AbortController();
  #isOver = false;

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** One attempt. */
  async once(subscription: Subscription, message: PushMessage): Promise<SendResult | { result: "off" }> {
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

  /** As many attempts as the message is worth. Rejects if the program ends first. */
  send(subscription: Subscription, message: PushMessage): Promise<PushResult | "ended"> {
    const until = this.#options.clock() + message.ttlS * SECOND_MS;
    return this.#persist(subscription, { subscriptionId: subscription.id, message, until });
  }

  /** Sends what processes that have ended did not. Returns the outcomes. */
  async adopt(): Promise<(PushResult | "ended")[]> {
    const { registry, store, clock } = this.#options;
    const adopted = await store.adopt();
    return Promise.all(
      adopted.map((unsent) => {
        const subscription = registry.get(unsent.subscriptionId);
        const ttlS = Math.ceil((unsent.until - clock()) / SECOND_MS);
        if (subscription && ttlS > 0)
          return this.#persist(subscription, { ...unsent, message: { ...unsent.message, ttlS } });
        store.drop(unsent);
        return "ended";
      }),
    );
  }

  /** Resolves after the pause before the next attempt. Rejects if the program ends first. */
  async pause(attempt: number, afterMs?: number): Promise<void> {
    await sleep(afterMs ?? this.#pauseMs(attempt), undefined, { ref: false, signal: this.#closing.signal });
  }

  /** Ends all pauses, waits for `work` and what is being sent, at most for `lastMs` milliseconds, and stores the rest. */
  async close(work: readonly Promise<unknown>[], lastMs: number): Promise<void> {
    this.#closing.abort();
    const done = Promise.allSettled([...work, ...this.#sending.values()]);
    await Promise.race([done, sleep(lastMs, undefined, { ref: false })]);
    this.#isOver = true;
    for (const unsent of this.#sending.keys()) this.#options.store.keep(unsent, LEASE_MS);
  }

  async #persist(subscription: Subscription, unsent: Unsent): Promise<PushResult | "ended"> {
    const attempts = this.#attempts(subscription, unsent);
    this.#sending.set(unsent, attempts);
    try {
      const outcome = await attempts;
      this.#options.store.drop(unsent);
      return outcome;
    } finally {
      this.#sending.delete(unsent);
    }
  }

  async #attempts(subscription: Subscription, unsent: Unsent): Promise<PushResult | "ended"> {
    const { registry, store, clock } = this.#options;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (!registry.has(subscription)) return "ended";
      const outcome = await this.once(subscription, unsent.message);
      // The end of the program breaks its connections.
      if (this.#isOver) this.#closing.signal.throwIfAborted();
      if (outcome.result !== "again") return outcome.result;
      const pauseMs = outcome.afterMs ?? this.#pauseMs(attempt);
      if (attempt === MAX_ATTEMPTS - 1 || pauseMs > MAX_PAUSE_MS || clock() + pauseMs > unsent.until) break;
      store.keep(unsent, pauseMs + LEASE_MS);
      await this.pause(attempt, pauseMs);
    }
    return "failed";
  }

  #pauseMs(attempt: number): number {
    return this.#options.retryMs * 2 ** attempt;
  }
}
