import { hash } from "node:crypto";
import type { Clock } from "../core/clock.ts";
import type { DomainEvents, Events } from "../core/events.ts";
import type { Metrics } from "./metrics.ts";

/** An answer also depends on the time, so it is used only this long. */
const LONGEST_MS = 10_000;

/** Events that change an answer on a client's farms. */
const CHANGES = [
  "record",
  "readings",
  "pivotStatus",
  "weather",
  "forecast",
  "balance",
  "recommendation",
] as const satisfies readonly (keyof DomainEvents)[];

/** JSON that is sent as it is. */
export class SerializedAnswer {
  readonly body: Buffer;
  /** A weak validator, because the content may be sent in several encodings. */
  readonly etag: string;

  constructor(content: unknown) {
    this.body = Buffer.from(JSON.stringify(content));
    this.etag = `W/"${hash("sha1", this.body, "base64url")}"`;
  }
}

/** Answers on a client's data, computed and serialized once for all callers with equal rights, until the data change. */
export interface SharedAnswers {
  /**
   * The answer to a question on a client; the question includes all that the answer depends on beside the data.
   * @throws what `compute` throws; a failure is shared with those who wait for it, and not kept
   */
  answer(clientId: string, question: string, compute: () => Promise<unknown>): Promise<SerializedAnswer>;
}

/** To be made before other listeners, because an event clears the answers before the others take their time. */
export function createSharedAnswers(
  events: Events,
  clock: Clock,
  metrics: Pick<Metrics, "viewComputed">,
): SharedAnswers {
  const byClient = new Map<string, Map<string, { computedAt: number; answer: Promise<SerializedAnswer> }>>();
  // A computation that began before a change goes with its map, so that no later question finds it.
  for (const name of CHANGES)
    events.onAll(name, (changes) => {
      for (const { clientId } of changes) byClient.delete(clientId);
    });

  return {
    answer(clientId, question, compute) {
      const kept = byClient.get(clientId) ?? new Map();
      byClient.set(clientId, kept);
      const now = clock.now().getTime();
      const known = kept.get(question);
      if (known !== undefined && now - known.computedAt < LONGEST_MS) return known.answer;
      metrics.viewComputed();
      const entry = { computedAt: now, answer: compute().then((content) => new SerializedAnswer(content)) };
      kept.set(question, entry);
      const forget = () => {
        if (kept.get(question) === entry) kept.delete(question);
        if (kept.size === 0 && byClient.get(clientId) === kept) byClient.delete(clientId);
      };
      entry.answer.then(() => setTimeout(forget, LONGEST_MS).unref(), forget);
      return entry.answer;
    },
  };
}
