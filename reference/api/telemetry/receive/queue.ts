import { setTimeout as pause } from "node:timers/promises";
import type { TelemetryReply } from "@lamina/shared/records/readings";
import { isRefusedData } from "../../core/database/violations.ts";

/** Pauses between attempts while the database is away: doubling from the first to the longest. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;
/** Maximum readings of one transaction; few, so that a user request in between waits only briefly. */
const GROUP_READINGS = 1000;
/** Maximum readings in the queue: an hour of 1,500 sensors that report every minute. */
const CAPACITY_READINGS = 100_000;
/** Weight of the newest store in the mean speed. */
const NEWEST = 0.2;
const FIRST_SPEED = 2000;

/** The queue is full or closing. The sender retries. */
export class NotTaken extends Error {
  /** Time after which there may be room again. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** A queue of messages until they are stored. */
interface Queue<Item> {
  /**
   * Resolves when the item is stored, or finally rejected.
   * @throws NotTaken
   */
  add(item: Item): Promise<TelemetryReply>;
  /**
   * The same for a sender that waits for the answer: takes all items or none, and only while fewer readings than `limit`
   * wait. A failed attempt rejects them with its error, and does not repeat them.
   * @throws NotTaken
   */
  addAll(items: readonly Item[], limit: number): Promise<TelemetryReply[]>;
  waiting(): number;
  /** Finishes the running store and rejects the rest. */
  close(): Promise<void>;
}

export interface QueueOptions<Item> {
  /** Stores items, all or nothing. */
  store(items: readonly Item[]): Promise<TelemetryReply[]>;
  sizeOf(item: Item): number;
  failed(error: unknown, waiting: number): void;
  /** Called before each group, to let more urgent work go first. */
  before?(): Promise<void>;
  capacity?: number;
}

interface Waiting<Item> {
  item: Item;
  size: number;
  /** Whether it is rejected by a failed attempt. */
  once: boolean;
  resolve(reply: TelemetryReply): void;
  notTaken(reason: unknown): void;
}

/**
 * Stores waiting items in groups, one group at a time, in order of arrival. A failed attempt is repeated until the
 * database is back; items that the database rejects are found one by one and dropped.
 */
export function createQueue<Item>({
  store,
  sizeOf,
  failed,
  before = async () => {},
  capacity = CAPACITY_READINGS,
}: QueueOptions<Item>): Queue<Item> {
  const queue: Waiting<Item>[] = [];
  const closing = new AbortController();
  let waiting = 0;
  let draining = Promise.resolve();
  let isDraining = false;
  /** Readings stored in a second. */
  let speed = FIRST_SPEED;

  function notTaken(): NotTaken {
    const reason = closing.signal.aborted ? "closing" : "the queue is full";
    return new NotTaken(reason, Math.min((waiting / speed) * 1000, LONGEST_PAUSE_MS));
  }

  function push(item: Item, size: number, once: boolean): Promise<TelemetryReply> {
    return new Promise((resolve, notTaken) => {
      queue.push({ item, size, once, resolve, notTaken });
      waiting += size;
      if (isDraining) return;
      isDraining = true;
      // Deferred, so that items of the same turn are stored together.
      draining = new Promise<void>((resolve) => setImmediate(resolve)).then(drain);
    });
  }

  /** Rejects the items whose senders wait for an answer. */
  function giveUp(error: unknown): void {
    for (const { size, notTaken } of queue.filter(({ once }) => once)) {
      waiting -= size;
      notTaken(error);
    }
    queue.splice(0, queue.length, ...queue.filter(({ once }) => !once));
  }

  function take(alone: boolean): Waiting<Item>[] {
    let size = 0;
    const end = queue.findIndex((next, index) => {
      size += next.size;
      return index > 0 && (alone || size > GROUP_READINGS);
    });
    return queue.slice(0, end === -1 ? queue.length : end);
  }

  function settle(group: readonly Waiting<Item>[], replies: readonly TelemetryReply[]): void {
    queue.splice(0, group.length);
    for (const [index, { size, resolve }] of group.entries()) {
      waiting -= size;
      resolve(replies[index] as TelemetryReply);
    }
  }

  async function drain(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    /** Number of first items to store one by one, because one of them was rejected. */
    let suspects = 0;
    while (queue.length > 0 && !closing.signal.aborted) {
      await before();
      const group = take(suspects > 0);
      try {
        const startedAt = performance.now();
        settle(group, await store(group.map(({ item }) => item)));
        const readings = group.reduce((sum, { size }) => sum + size, 0);
        speed += NEWEST * (readings / Math.max(0.001, (performance.now() - startedAt) / 1000) - speed);
        suspects = Math.max(0, suspects - group.length);
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        if (isRefusedData(error)) {
          suspects = group.length === 1 ? suspects - 1 : group.length;
          if (group.length === 1) settle(group, group.map(refusal));
          continue;
        }
        failed(error, waiting);
        giveUp(error);
        suspects = 0;
        await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
    isDraining = false;
  }

  return {
    waiting: () => waiting,

    add(item) {
      const size = Math.max(1, sizeOf(item));
      if (closing.signal.aborted || waiting + size > capacity) return Promise.reject(notTaken());
      return push(item, size, false);
    },

    addAll(items, limit) {
      const sizes = items.map((item) => Math.max(1, sizeOf(item)));
      const size = sizes.reduce((sum, one) => sum + one, 0);
      if (closing.signal.aborted || waiting >= limit || waiting + size > capacity) return Promise.reject(notTaken());
      return Promise.all(items.map((item, index) => push(item, sizes[index] ?? 1, true)));
    },

    async close() {
      closing.abort();
      await draining;
      for (const { notTaken } of queue.splice(0)) notTaken(new NotTaken("closing", LONGEST_PAUSE_MS));
    },
  };
}

/** Rejects every reading of an item that the database cannot store. */
function refusal<Item>({ size }: Waiting<Item>): TelemetryReply {
  const rejected = Array.from({ length: size }, (_, index) => ({ index, id: "unstorable" }));
  return { accepted: 0, duplicate: 0, rejected };
}
