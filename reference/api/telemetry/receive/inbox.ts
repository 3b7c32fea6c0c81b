import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";
import type { TelemetryReply } from "@lamina/shared/records/readings";
import type { Refusal } from "@lamina/shared/rules/refusals";
import type { Context } from "../../core/context.ts";
import { count, type IngestCounts } from "../rules/counts.ts";
import { keptText, readMessage } from "../rules/message.ts";
import type { Origin, ReceivedStatus } from "../store/pivot-store.ts";
import type { ReceivedBatch } from "./ingest.ts";
import { createQueue, type QueueOptions } from "./queue.ts";
import type { ReadingQuota } from "./quota.ts";

/**
 * Maximum readings in the queue for which calls are accepted: what is stored in a few seconds, because their senders
 * wait. Devices at the broker may fill the rest, because they wait for their acknowledgement anyway.
 */
const CALLS_READINGS = 10_000;

/** Receives messages of devices. */
export interface Inbox {
  /**
   * Resolves when the message is stored or finally rejected; only then is it acknowledged.
   * @throws NotTaken when the sender must keep it
   */
  receive(topic: string, payload: Uint8Array): Promise<void>;
  /** Counts a message that is refused as a whole, and stores it for the page of its device. */
  refuse(message: RefusedMessage): Promise<void>;
  /**
   * Stores batches of a call, all taken or none, but those that a quota refuses.
   * @throws NotTaken when too much waits, and the database's error when it is away
   */
  add(batches: readonly ReceivedBatch[]): Promise<BatchReply[]>;
  /** Readings that wait for the database. */
  waiting(): number;
  close(): Promise<void>;
}

/** The result of a batch; a refusal concerns the whole of it. */
export type BatchReply = TelemetryReply & { refusal?: Refusal };

/** A message of a device that is refused as a whole. */
export interface RefusedMessage {
  /** Of the device; undefined where nothing names one. */
  serial: string | undefined;
  origin: Origin;
  refusal: Refusal;
}

interface InboxOptions extends Pick<Context, "clock" | "log"> {
  storeBatches(received: readonly ReceivedBatch[]): Promise<TelemetryReply[]>;
  storePivots(received: readonly ReceivedStatus[]): Promise<TelemetryReply[]>;
  /** Stores a message that was refused as a whole, for the page of the device. */
  noteRefused(message: RefusedMessage): Promise<void>;
  counts: IngestCounts;
  quota: Pick<ReadingQuota, "take" | "giveBack">;
  /** Called before each group, to let more urgent work go first. */
  before?(): Promise<void>;
  capacity?: number;
}

export function createMessageInbox({ clock, log, counts, quota, ...options }: InboxOptions): Inbox {
  const failed: QueueOptions<unknown>["failed"] = (error, waiting) =>
    // The driver's message, because the query builder's would log the readings.
    log.error({ reason: ((error as Error).cause as Error | undefined)?.message, waiting }, "readings wait");
  const { capacity, before } = options;
  const shared = { failed, ...(before && { before }), ...(capacity === undefined ? {} : { capacity }) };
  const batches = createQueue<ReceivedBatch>({
    ...shared,
    store: options.storeBatches,
    sizeOf: ({ batch }) => batch.readings.length,
  });
  const pivots = createQueue<ReceivedStatus>({ ...shared, store: options.storePivots, sizeOf: () => 1 });

  /** The message is dropped in any case: an outage of the database must not make the device resend it forever. */
  async function refuse(message: RefusedMessage): Promise<void> {
    counts.garbage++;
    await options.noteRefused(message).catch((error: Error) => log.warn({ reason: error.message }, "refusal not kept"));
  }

  /** The refusal of a message beyond a quota; of each device one of an hour is stored, so that they are no flood either. */
  async function overQuota(serial: string, size: number, origin: Origin | undefined): Promise<Refusal | undefined> {
    const over = await quota.take(serial, size);
    if (over === undefined) return undefined;
    if (over.isFirstOfHour && origin) await refuse({ serial, origin, refusal: over.refusal });
    else counts.garbage++;
    return over.refusal;
  }

  return {
    refuse,

    async receive(topic, payload) {
      const reception = { at: clock.now(), history: false };
      const read = readMessage(topic, payload);
      const origin = { door: "mqtt", topic, raw: keptText(payload) } as const;
      const { serial } = parseDeviceTopic(topic) ?? {};
      if (read.kind === "refused") {
        await refuse({ serial, origin, refusal: read.refusal });
        return;
      }
      const sender = read.kind === "pivot" ? read.message.serial : read.batch.serial;
      const size = read.kind === "pivot" ? 1 : read.batch.readings.length;
      if (await overQuota(sender, size, origin)) return;
      const stored =
        read.kind === "pivot"
          ? pivots.add({ message: read.message, origin, reception })
          : batches.add({ batch: read.batch, reception, message: { origin, ...read } });
      const reply = await stored.catch((error: unknown) => {
        quota.giveBack(sender, size);
        throw error;
      });
      count(counts, [reply]);
      // The database refused the whole message, so that it stored no trace of it.
      if (reply.rejected[0]?.id === "unstorable")
        await options.noteRefused({ serial, origin, refusal: { id: "unstorable" } }).catch(() => {});
    },

    async add(received) {
      const refusals = await Promise.all(
        received.map(({ batch, message }) => overQuota(batch.serial, batch.readings.length, message?.origin)),
      );
      const open = received.filter((_, index) => refusals[index] === undefined);
      const replies = await batches.addAll(open, CALLS_READINGS).catch((error: unknown) => {
        for (const { batch } of open) quota.giveBack(batch.serial, batch.readings.length);
        throw error;
      });
      count(counts, replies);
      const rest = replies.values();
      const none = { accepted: 0, duplicate: 0, rejected: [] };
      return refusals.map((refusal) => (refusal ? { ...none, refusal } : (rest.next().value ?? none)));
    },

    waiting: () => batches.waiting() + pivots.waiting(),

    async close() {
      await Promise.all([batches.close(), pivots.close()]);
    },
  };
}
