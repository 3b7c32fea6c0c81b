import { ALL_SESSIONS, CHANGES_TOPIC, NOTIFICATIONS_TOPIC, type TopicParts } from "@lamina/shared/messages/broker";
import type { FastifyBaseLogger } from "fastify";
import type { RealtimeMetrics } from "./metrics.ts";
import type { Fault } from "./received-message.ts";

/** Counts the faults of messages, and logs each once for a form of topic, because a publisher repeats its own. */
export class FaultLog {
  readonly #logged = new Set<string>();
  readonly #log: Pick<FastifyBaseLogger, "warn">;
  readonly #metrics: Pick<RealtimeMetrics, "unusual">;

  constructor(log: Pick<FastifyBaseLogger, "warn">, metrics: Pick<RealtimeMetrics, "unusual">) {
    this.#log = log;
    this.#metrics = metrics;
  }

  report(parts: TopicParts, faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.#metrics.unusual.inc({ fault });
      const topic = formOf(parts);
      const key = `${topic} ${fault}`;
      if (this.#logged.has(key)) continue;
      this.#logged.add(key);
      this.#log.warn({ topic, fault }, "message of an unusual form: delivered, logged once");
    }
  }
}

/** A topic without its user and token. A client chooses the last level, so only the product's own are named. */
function formOf({ session, topic }: TopicParts): string {
  const level = topic === NOTIFICATIONS_TOPIC || topic === CHANGES_TOPIC ? topic : "{topic}";
  return `{user}/${session === ALL_SESSIONS ? ALL_SESSIONS : "{token}"}/Frontend/${level}`;
}
