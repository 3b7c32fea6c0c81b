import * as z from "zod";
import { Id, Moment, Percent } from "../core/record.ts";
import { storable } from "../core/storable-text.ts";
import { Refusal, type RefusalId } from "../rules/refusals.ts";
import { PivotStatus } from "./farm.ts";
import { QualityFlag, Variable } from "./telemetry.ts";

/** Maximum readings of a message. */
export const MESSAGE_READINGS = 2000;

/** A message of a device (topic `devices/{serial}/readings`, or HTTP): a batch of its own readings. */
export const TelemetryBatch = z.object({
  serial: z.string().min(1).max(64),
  readings: z
    .array(
      z.object({
        variable: Variable,
        depthCm: z.number().nullish(),
        date: Moment,
        value: z.number(),
      }),
    )
    .max(MESSAGE_READINGS)
    .default([]),
  batteryPct: Percent.optional(),
  rssiDbm: z.number().optional(),
  /** Text that cannot be stored is replaced or dropped, so that the readings are not lost. */
  firmware: z.string().max(60).transform(storable).optional().catch(undefined),
});
export type TelemetryBatch = z.infer<typeof TelemetryBatch>;

/**
 * A message as its sender wrote it: each reading is judged by itself, so that a bad one costs only itself, and fields
 * that are unknown here are ignored.
 */
export const TelemetryMessage = z.looseObject({
  serial: z.string().min(1).max(64),
  readings: z.unknown().optional().describe("list of `variable`, `depthCm`, `date`, `value`, `unit`, at most 2,000"),
  batteryPct: z.unknown().optional().describe("number"),
  rssiDbm: z.unknown().optional().describe("number"),
  firmware: z.unknown().optional().describe("string"),
});

/** Readings of a device from a file; each is judged by itself. Those of a file may be of any age. */
export const ReadingRows = z.object({
  serial: z.string().min(1).max(64),
  readings: z
    .array(z.unknown().describe("`variable`, `depthCm`, `date`, `value`, `unit`"))
    .min(1)
    .max(MESSAGE_READINGS),
});
export type ReadingRows = z.infer<typeof ReadingRows>;

/** Why a reading or a state of a pivot is not stored. Another API may have further reasons. */
export type Rejection = RefusalId;

/** Result of a batch. Readings accepted + duplicate + rejected = readings sent. */
export const TelemetryReply = z.object({
  accepted: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.array(Refusal.extend({ index: z.number().int() })),
  /** Misspelt fields of the message beside its readings; absent without any. */
  notes: z.array(Refusal).optional(),
});
export type TelemetryReply = z.infer<typeof TelemetryReply>;

/** A message of a pivot's panel (topic `devices/{serial}/pivot`). */
export const PivotTelemetry = PivotStatus.omit({ pivotId: true }).extend({ serial: z.string().min(1).max(64) });
export type PivotTelemetry = z.infer<typeof PivotTelemetry>;

/** Step of a series: as measured, or aggregated. Days are the farm's. `auto` picks by the number of points. */
export const SeriesStep = z.enum(["auto", "raw", "hour", "day", "month"]);
export type SeriesStep = z.infer<typeof SeriesStep>;

/**
 * A series: parallel arrays, in time order. A step without a reading has nulls, so that a chart can draw the gap. For
 * `raw`, min and max equal the mean.
 */
export const Series = z.object({
  sensorId: Id,
  variable: Variable,
  unit: z.string(),
  depthCm: z.number().nullish(),
  step: SeriesStep,
  /** Starts of the steps, milliseconds since the epoch. */
  at: z.array(z.number()),
  mean: z.array(z.number().nullable()),
  min: z.array(z.number().nullable()),
  max: z.array(z.number().nullable()),
  /** Amount per step, for rain (mm) and flow (m³). */
  sum: z.array(z.number().nullable()).optional(),
  /** Readings in the range that are not `ok`, with the reason; excluded from the means. At most the newest 1,000. */
  flagged: z.array(z.object({ at: z.number(), value: z.number(), flag: QualityFlag })),
});
export type Series = z.infer<typeof Series>;

/** Maximum points of one series. */
export const SERIES_MAX_POINTS = 40_000;

/** Maximum messages of one call, and maximum readings of them. */
const BULK_BATCHES = 500;
export const BULK_READINGS = 10_000;

/** Messages of many devices in one call. Each is validated by itself, so that a bad one does not reject the others. */
export const TelemetryBatches = z.object({
  batches: z.array(z.unknown().describe("TelemetryBatch")).min(1).max(BULK_BATCHES),
});

const BulkResult = TelemetryReply.extend({
  index: z.number().int(),
  serial: z.string().nullable(),
  error: z.enum(["validation", "not-found", "forbidden"]).nullable(),
  /** Why the message could not be read. */
  refusal: Refusal.optional(),
});
export type BulkResult = z.infer<typeof BulkResult>;
/** Results in the order of the messages, and the sums of their readings. A repeated call stores nothing twice. */
export const BulkReply = z.object({
  accepted: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.number().int(),
  results: z.array(BulkResult),
});
export type BulkReply = z.infer<typeof BulkReply>;

/**
 * Counts of what devices sent since the start, in readings; a pivot's state counts as one. received = stored +
 * duplicate + rejected + waiting.
 */
export const TelemetryCounts = z.object({
  received: z.number().int(),
  stored: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.number().int(),
  /** Held until the database accepts them. */
  waiting: z.number().int(),
  /** Messages that could not be read. */
  garbage: z.number().int(),
});

/** The way by which a message came: the broker, a call with a user's token, HTTPS with a key, or read from its maker's service. */
export const Door = z.enum(["mqtt", "call", "key", "pull"]);
export type Door = z.infer<typeof Door>;

/** One message as received, with its result, for the page of its device. */
export const DeviceMessage = z.object({
  date: Moment,
  door: Door,
  topic: z.string(),
  /** The beginning of the text as sent. */
  raw: z.string(),
  accepted: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.number().int(),
  /** The first refusals; without an index, of the whole message. */
  refusals: z.array(Refusal.extend({ index: z.number().int().optional() })),
});
export type DeviceMessage = z.infer<typeof DeviceMessage>;

/** Sums of a device's stored messages, and its refusals by reason. */
export const MessageCounts = z.object({
  since: Moment.nullable(),
  messages: z.number().int(),
  accepted: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.number().int(),
  reasons: z.array(z.object({ id: z.string(), count: z.number().int() })),
});
export type MessageCounts = z.infer<typeof MessageCounts>;

/** Messages that came with a credential of the client, but for no device of it, by the serial that they name. */
export const UnclaimedMessages = z.object({
  serial: z.string().nullable(),
  /** The gateway whose key sent the last one. */
  gatewayId: z.string().nullish(),
  count: z.number().int(),
  last: DeviceMessage,
});
export type UnclaimedMessages = z.infer<typeof UnclaimedMessages>;
