import type { PivotStatus } from "@lamina/shared/farm";
import type { FarmDay } from "@lamina/shared/farm-time";
import type {
  PivotTelemetry,
  QualityFlag,
  Series,
  SeriesStep,
  TelemetryBatch,
  TelemetryReply,
} from "@lamina/shared/telemetry";
import type { Context } from "../context.ts";
import type { Job } from "../jobs.ts";

/** A sensor's newest reading. */
export interface LatestReading {
  at: Date;
  value: number;
  flag: QualityFlag | null;
}

/** Readings of a sensor over some time; those that are excluded from means are not in it. */
interface Aggregate {
  sensorId: string;
  count: number;
  sum: number;
  min: number;
  max: number;
}
export interface DayAggregate extends Aggregate {
  day: FarmDay;
}
export interface HourAggregate extends Aggregate {
  /** Its first moment. */
  hour: Date;
}

/** What became of readings: `received = stored + duplicate + rejected`. */
export interface IngestCounts {
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
}

/** Readings of devices and states of pivots: takes them in, keeps them, gives them out. */
export interface Telemetry {
  /** Stores a batch of a device in one transaction. */
  ingest(batch: TelemetryBatch, received: Date): Promise<TelemetryReply>;
  /** Stores what a pivot's panel said. */
  ingestPivot(message: PivotTelemetry, received: Date): Promise<TelemetryReply>;
  /** The bulk path for history, by the same rules: each reading counts as received when it was taken. */
  ingestMany(batches: readonly TelemetryBatch[]): Promise<IngestCounts>;
  /** The bulk path for the history of pivots. */
  ingestPivots(messages: readonly PivotTelemetry[]): Promise<IngestCounts>;

  /**
   * One series per sensor, in the order of the ids; an unknown sensor has none.
   * @throws HttpProblem 400 when the step would give more points than a series may hold
   */
  series(sensorIds: readonly string[], from: Date, to: Date, step: SeriesStep): Promise<Series[]>;
  /** The newest reading of each sensor that has one. */
  latest(sensorIds: readonly string[]): Promise<Map<string, LatestReading>>;
  /** Farm-days from a day to a day, both included; a day without readings has no row. */
  dayAggregates(sensorIds: readonly string[], from: FarmDay, to: FarmDay): Promise<DayAggregate[]>;
  /** Clock hours from a moment up to, and without, `to`. */
  hourAggregates(sensorIds: readonly string[], from: Date, to: Date): Promise<HourAggregate[]>;

  /** What the panel of each pivot said last. */
  pivotLatest(pivotIds: readonly string[]): Promise<Map<string, PivotStatus>>;
  /** States of a pivot from a moment up to, and without, `to`, in time order. */
  pivotHistory(pivotId: string, from: Date, to: Date): Promise<PivotStatus[]>;

  jobs: Job[];
}

export type TelemetryContext = Pick<Context, "database" | "clock" | "events" | "log">;
