import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";
import type { TelemetryReply } from "@lamina/shared/records/readings";
import type { Context } from "../../core/context.ts";
import { count, type IngestCounts } from "../rules/counts.ts";
import { readMessage } from "../rules/message.ts";
import type { ReceivedStatus } from "../store/pivot-store.ts";
import type { ReceivedBatch } from "./ingest.ts";
import { createQueue, type QueueOptions } from "./queue.ts";

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
  /**
   * Stores batches of a call, all taken or none.
   * @throws NotTaken when too much waits, and the database's error when it is away
   */
  add(batches: readonly ReceivedBatch[]): Promise<TelemetryReply[]>;
  /** Readings that wait for the database. */
  waiting(): number;
  close(): Promise<void>;
}

interface InboxOptions extends Pick<Context, "clock" | "log"> {
  storeBatches(received: readonly ReceivedBatch[]): Promise<TelemetryReply[]>;
  storePivots(received: readonly ReceivedStatus[]): Promise<TelemetryReply[]>;
  /** Stores an unreadable message, for the page of the device. */
  noteGarbage(serial: string, topic: string, payload: Uint8Array): Promise<void>;
  counts: IngestCounts;
  /** Called before each group, to let more urgent work go first. */
  before?(): Promise<void>;
  capacity?: number;
}

export function createMessageInbox({ clock, log, counts, ...options }: InboxOptions): Inbox {
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

  return {
    async receive(topic, payload) {
      const reception = { at: clock.now(), history: false };
      const read = readMessage(topic, payload);
      if (read === undefined) {
        counts.garbage++;
        const { serial } = parseDeviceTopic(topic) ?? {};
        // The message is dropped in any case: an outage of the database must not make the device resend it forever.
        if (serial !== undefined) await options.noteGarbage(serial, topic, payload).catch(() => {});
        return;
      }
      if (read.kind === "pivot") {
        count(counts, [await pivots.add({ message: read.message, reception })]);
        return;
      }
      count(counts, [await batches.add({ batch: read.batch, reception })]);
      counts.rejected += read.unreadable;
      counts.received += read.unreadable;
    },

    async add(received) {
      const replies = await batches.addAll(received, CALLS_READINGS);
      count(counts, replies);
      return replies;
    },

    waiting: () => batches.waiting() + pivots.waiting(),

    async close() {
      await Promise.all([batches.close(), pivots.close()]);
    },
  };
}
