import { hash } from "node:crypto";
import type { Clock } from "../core/clock.ts";
import type { DomainEvents } from "../core/domain-events.ts";
import type { Events, Notice } from "../core/events.ts";
import type { Metrics } from "./metrics.ts";

/** An answer also depends on the time, so it is used only this long. */
const LONGEST_MS = 10_000;
/** Maximum cached answers of a client, because its callers may send many different queries. */
const MAX_QUESTIONS = 60;

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

/** JSON that is sent unchanged. */
export class SerializedAnswer {
  readonly body: Buffer;
  /** A weak validator, because the content may be sent in several encodings. */
  readonly etag: string;

  constructor(content: unknown) {
    this.body = Buffer.from(JSON.stringify(content));
    this.etag = `W/"${hash("sha1", this.body, "base64url")}"`;
  }
}

/** A part of an answer: all of one farm. */
export interface FarmPart {
  pivotIds: ReadonlySet<string>;
  sectorIds: ReadonlySet<string>;
  /** It depends on readings of other farms' devices, so that each change of the client clears it. */
  usesOtherFarms: boolean;
}

interface StoredPart {
  computedAt: number;
  part: Promise<FarmPart | undefined>;
  /** Undefined while it is computed. */
  value?: FarmPart | undefined;
}

/** Answers on a client's data, computed and serialized once for all callers with equal rights, until the data change. */
export interface SharedAnswers {
  /**
   * A value that several answers are made of, computed once and kept like an answer.
   * @throws as `answer`
   */
  value<Value>(clientId: string, question: string, compute: () => Promise<Value>): Promise<Value>;
  /**
   * The answer to a question on a client; the question includes all that the answer depends on beside the data.
   * @throws what `compute` throws; a failure is shared with those who wait for it, and not stored
   */
  answer(clientId: string, question: string, compute: () => Promise<unknown>): Promise<SerializedAnswer>;
  /**
   * Parts of answers, one for each farm, that depend on no caller. Computes those that are missing, or older than
   * `longestMs`, at once. A change that names its places clears the parts of their farms alone.
   */
  parts<Part extends FarmPart>(
    clientId: string,
    farmIds: readonly string[],
    longestMs: number,
    compute: (farmIds: readonly string[]) => Promise<ReadonlyMap<string, Part>>,
  ): Promise<Map<string, Part>>;
  /** Evicts all answers, because events of other processes may have been missed. */
  clear(): void;
}

/** To be made before other listeners, because an event clears the answers before the others take their time. */
export function createSharedAnswers(
  events: Events,
  clock: Clock,
  metrics: Pick<Metrics, "viewComputed">,
): SharedAnswers {
  const byClient = new Map<string, Map<string, { computedAt: number; value: Promise<unknown> }>>();
  const partsOf = new Map<string, Map<string, StoredPart>>();
  // Drops running computations with the map, so that no later request uses one that began before the change.
  events.onAnywhere(CHANGES, (notice) => {
    byClient.delete(notice.clientId);
    const parts = partsOf.get(notice.clientId);
    for (const [farmId, { value }] of parts ?? [])
      if (value === undefined || touches(notice, farmId, value)) parts?.delete(farmId);
  });

  return {
    clear() {
      byClient.clear();
      partsOf.clear();
    },

    async parts<Part extends FarmPart>(
      clientId: string,
      farmIds: readonly string[],
      longestMs: number,
      compute: (farmIds: readonly string[]) => Promise<ReadonlyMap<string, Part>>,
    ) {
      const clientParts = partsOf.get(clientId) ?? new Map<string, StoredPart>();
      partsOf.set(clientId, clientParts);
      const now = clock.now().getTime();
      const isYoung = (farmId: string) =>
        now - (clientParts.get(farmId)?.computedAt ?? Number.NEGATIVE_INFINITY) < longestMs;
      const missing = farmIds.filter((farmId) => !isYoung(farmId));
      const computed = missing.length > 0 ? compute(missing) : undefined;
      for (const farmId of missing) {
        const entry: StoredPart = {
          computedAt: now,
          part: (computed as NonNullable<typeof computed>).then((all) => all.get(farmId)),
        };
        clientParts.set(farmId, entry);
        const forget = () => {
          if (clientParts.get(farmId) === entry) clientParts.delete(farmId);
          if (clientParts.size === 0 && partsOf.get(clientId) === clientParts) partsOf.delete(clientId);
        };
        entry.part.then((part) => {
          entry.value = part;
          setTimeout(forget, longestMs).unref();
        }, forget);
      }
      const parts = await Promise.all(farmIds.map((farmId) => clientParts.get(farmId)?.part));
      return new Map(
        farmIds.flatMap((farmId, index) => (parts[index] ? [[farmId, parts[index] as Part] as const] : [])),
      );
    },

    value: kept,

    answer: (clientId, question, compute) =>
      kept(clientId, question, async () => {
        metrics.viewComputed();
        return new SerializedAnswer(await compute());
      }),
  };

  function kept<Value>(clientId: string, question: string, compute: () => Promise<Value>): Promise<Value> {
    const answers = byClient.get(clientId) ?? new Map();
    byClient.set(clientId, answers);
    const now = clock.now().getTime();
    const previous = answers.get(question);
    if (previous !== undefined && now - previous.computedAt < LONGEST_MS) return previous.value;
    const entry = { computedAt: now, value: compute() };
    answers.set(question, entry);
    const oldest = answers.size > MAX_QUESTIONS ? answers.keys().next().value : undefined;
    if (oldest !== undefined) answers.delete(oldest);
    const forget = () => {
      if (answers.get(question) === entry) answers.delete(question);
      if (answers.size === 0 && byClient.get(clientId) === answers) byClient.delete(clientId);
    };
    entry.value.then(() => setTimeout(forget, LONGEST_MS).unref(), forget);
    return entry.value;
  }
}

function touches({ farmIds, pivotIds, sectorIds }: Notice, farmId: string, part: FarmPart): boolean {
  if (part.usesOtherFarms || (!farmIds && !pivotIds && !sectorIds)) return true;
  return (
    (farmIds?.includes(farmId) ||
      pivotIds?.some((id) => part.pivotIds.has(id)) ||
      sectorIds?.some((id) => part.sectorIds.has(id))) ??
    false
  );
}
