import type { FarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";
import type { PivotStatus } from "@lamina/shared/records/farm";
import type {
  PivotTelemetry,
  Series,
  SeriesStep,
  TelemetryBatch,
  TelemetryReply,
} from "@lamina/shared/records/readings";
import type { DeviceSecret } from "@lamina/shared/records/telemetry";
import { type Refusal, shownValue } from "@lamina/shared/rules/refusals";
import { eq } from "drizzle-orm";
import type { Context } from "../core/context.ts";
import { addMonths, withinMonths } from "../core/database/months.ts";
import type { Database } from "../core/database/open.ts";
import type { DomainEvents } from "../core/domain-events.ts";
import type { Job } from "../core/jobs.ts";
import type { Precedence } from "../core/precedence.ts";
import { recordChanged } from "../core/record-changed.ts";
import { toJson } from "../core/serialize.ts";
import { problems } from "../http/problem.ts";
import type { Author } from "../records/audit/write.ts";
import { devices } from "../schema/telemetry.ts";
import { isRecalibrated } from "./definitions.ts";
import { acceptRain } from "./devices/accept-rain.ts";
import { correctClock } from "./devices/correct-clock.ts";
import { pruneMessages, recordRefused } from "./devices/device-history.ts";
import { type GatewaySender, makeSecret, revokeSecret, type SenderKind, senderOf } from "./devices/secret.ts";
import { applyZoneChanges, markZoneChanges } from "./devices/zone-change.ts";
import { createDoors, type Doors } from "./doors/receive.ts";
import { createFileImports, type FileImports } from "./receive/file-imports.ts";
import { type BatchReply, createMessageInbox, type Inbox, type RefusedMessage } from "./receive/inbox.ts";
import { type BatchMessage, type ReceivedBatch, storeBatches, type Written } from "./receive/ingest.ts";
import { createReadingQuota, READING_LIMITS, type ReadingLimits, type ReadingQuota } from "./receive/quota.ts";
import { count, type IngestCounts, inParts, noCounts } from "./rules/counts.ts";
import { keptText, parseJson } from "./rules/message.ts";
import { readSeries } from "./series/series.ts";
import {
  type DayAggregate,
  dayAggregates,
  firstDayOf,
  type HourAggregate,
  hourAggregates,
  type LatestReading,
  latestReadings,
} from "./store/aggregate-store.ts";
import { refreshStates } from "./store/device-state.ts";
import { pruneOrphanedReadings } from "./store/orphaned-readings.ts";
import {
  latestStatuses,
  type ReceivedStatus,
  type StatusPage,
  statusHistory,
  statusPage,
  storeStatuses,
} from "./store/pivot-store.ts";
import { compareGauges, type FarmDays } from "./store/rain-neighbours.ts";
import type { DoubtChange } from "./store/rain-review.ts";

import { createWeatherLinks, type WeatherLinkOptions, type WeatherLinkService } from "./weatherlink/service.ts";

export type { HourAggregate, LatestReading };

/** Readings of devices and states of pivots: receives, stores and returns them. */
export interface Telemetry {
  /**
   * Stores batches of devices for a caller that waits, with whatever else waits; all are taken or none.
   * @throws NotTaken when too much waits
   */
  ingestAll(batches: readonly SentBatch[], received: Date): Promise<BatchReply[]>;
  /** The same for one batch. */
  ingest(batch: TelemetryBatch, received: Date, message?: BatchMessage): Promise<BatchReply>;
  /** Readings from files, which no quota limits, because a person adds them. */
  imports: FileImports;
  /** Counts a message that is refused as a whole, and stores it for the page of its device. */
  refuse(message: RefusedMessage): Promise<void>;
  /** Stores the state that a pivot's panel reported. */
  ingestPivot(message: PivotTelemetry, received: Date): Promise<TelemetryReply>;
  /** The bulk path for history, by the same rules: each reading counts as received when it was measured. */
  ingestMany(batches: readonly TelemetryBatch[]): Promise<IngestCounts>;
  /** The bulk path for the history of pivots. */
  ingestPivots(messages: readonly PivotTelemetry[]): Promise<IngestCounts>;

  /**
   * One series per sensor, in the order of the ids; an unknown sensor has none.
   * @throws HttpProblem 400 when the step would give more points than a series may have
   */
  series(sensorIds: readonly string[], from: Date, to: Date, step: SeriesStep): Promise<Series[]>;
  /** The newest reading of each sensor that has one. */
  latest(sensorIds: readonly string[]): Promise<Map<string, LatestReading>>;
  /** Farm-days between two days, both included; a day without readings has no row. */
  dayAggregates(sensorIds: readonly string[], from: FarmDay, to: FarmDay): Promise<DayAggregate[]>;
  /** Clock hours from a moment until `to`, which is excluded. */
  hourAggregates(sensorIds: readonly string[], from: Date, to: Date): Promise<HourAggregate[]>;

  /** Compares the rain gauges of a farm on days that have ended, and doubts or frees their rain. */
  compareGauges(farm: Pick<FarmDays, "farmId" | "timezone">, from: FarmDay, to: FarmDay): Promise<void>;
  /**
   * Accepts the rain of a sensor's doubted days. Returns the number of days.
   * @throws HttpProblem 400 for a day whose rain is not doubted, or impossible
   */
  acceptRain(sensorId: string, days: readonly FarmDay[], author: Author): Promise<number>;

  /**
   * Corrects the clock of a device that is ahead by some minutes. Returns the number of stored readings that moved too.
   * @throws HttpProblem 404
   */
  correctClock(deviceId: string, minutes: number, author: Author): Promise<number>;

  pivotLatest(pivotIds: readonly string[]): Promise<Map<string, PivotStatus>>;
  /** States of a pivot from a moment until `to`, which is excluded, in time order. */
  pivotHistory(pivotId: string, from: Date, to: Date): Promise<PivotStatus[]>;

  /** A page of a pivot's states, newest first; `next` is the moment before which the next page begins. */
  pivotPage(pivotId: string, page: StatusPage): Promise<{ items: PivotStatus[]; next: string | null }>;

  /** Handles devices at the broker. */
  deviceGateway: DeviceGateway;
  /** Messages of devices and gateways by HTTPS, with their key. */
  doors: Doors;
  /** Stations that are read from Davis WeatherLink; undefined where none are. */
  weatherLinks: WeatherLinkService | undefined;
  /**
   * Makes a new secret for a device, returned only here; ends the connections with the previous one.
   * @throws HttpProblem 404
   */
  rotateSecret(deviceId: string, author: Author): Promise<DeviceSecret>;
  /** The same for the key of a gateway. */
  rotateKey(gatewayId: string, author: Author): Promise<string>;
  /** Ends the secret of a device or gateway, and its connections. Returns whether there was one. */
  revoke(kind: SenderKind, id: string, author: Author): Promise<boolean>;
  /** Counts of everything received since the start, except history. `received` includes `waiting`. */
  counts(): IngestCounts & { waiting: number };
  /** Readings that a quota refused since the start. */
  overQuota: ReadingQuota["refused"];
  jobs: Job[];
  /** Finishes the running store. Waiting messages were not acknowledged, so they are sent again. */
  close(): Promise<void>;
}

/** A batch of a call, and the message that it was read from. */
type SentBatch = Pick<ReceivedBatch, "batch" | "message">;

/** The broker's calls when a device or gateway signs in and publishes. */
interface DeviceGateway {
  isSecret(serial: string, secret: string): Promise<boolean>;
  /** Whether there is a device with this serial, which its certificate names. */
  isDevice(serial: string): Promise<boolean>;
  receive: Inbox["receive"];
  gatewayOf(key: string): Promise<GatewaySender | undefined>;
  receiveOfGateway(gateway: GatewaySender, topic: string, payload: Uint8Array): Promise<void>;
  refuse(sender: { serial: string } | GatewaySender, topic: string, payload: Uint8Array): Promise<void>;
}

export type TelemetryContext = Pick<Context, "database" | "clock" | "events" | "log"> & {
  /** User requests take precedence. */
  precedence?: Precedence | undefined;
  /** Undefined: no station is read from WeatherLink. */
  weatherLink?: WeatherLinkOptions | undefined;
  /** Quotas of readings. */
  limits?: ReadingLimits | undefined;
};

/** Months are added for this time ahead, so that an installation may be stopped for weeks. */
const MONTHS_AHEAD_MS = 62 * DAY_MS;
/** Readings of one transaction of the bulk path: enough to fill a statement, few enough for memory. */
const READINGS_PER_TRANSACTION = 20_000;
const STATUSES_PER_TRANSACTION = 10_000;

export function createTelemetry({
  database,
  clock,
  events,
  log,
  precedence,
  weatherLink,
  limits = READING_LIMITS,
}: TelemetryContext): Telemetry {
  const counts = noCounts();
  const monthsAhead = () => new Date(clock.now().getTime() + MONTHS_AHEAD_MS);
  const inMonths = <Result>(work: () => Promise<Result>) => withinMonths(database, monthsAhead, work);
  function logDoubts(changes: readonly DoubtChange[]): void {
    for (const { sensor, doubted, fresh } of changes)
      for (const day of fresh) log.warn({ sensorId: sensor._id, day, ...doubted.get(day) }, "rain is doubted");
  }
  async function storeWith(
    received: readonly ReceivedBatch[],
    within: (transaction: Database, written: Written) => Promise<void>,
  ) {
    const outcome = await inMonths(() =>
      storeBatches(database, received, clock.now(), async (transaction, changed, written) => {
        await events.emitWithin(transaction, "readings", changed);
        await within(transaction, written);
      }),
    );
    logDoubts(outcome.doubts);
    await events.emitAll("readings", outcome.changes);
    return outcome;
  }
  const store = async (received: readonly ReceivedBatch[]): Promise<TelemetryReply[]> =>
    (await storeWith(received, async () => {})).replies;

  async function storePivots(received: readonly ReceivedStatus[]): Promise<TelemetryReply[]> {
    const { replies, changes } = await inMonths(() =>
      database.transaction(async (transaction) => {
        const storedStatuses = await storeStatuses(transaction, received, clock.now());
        await events.emitWithin(transaction, "pivotStatus", storedStatuses.changes);
        return storedStatuses;
      }),
    );
    for (const change of changes) await events.emit("pivotStatus", change);
    return replies;
  }

  /** The event of a sensor with a changed history, after its work within the transaction. */
  async function historyChanged(
    transaction: Database,
    sensorId: string,
    from?: FarmDay,
  ): Promise<DomainEvents["readings"][]> {
    const first = await firstDayOf(transaction, sensorId);
    const change = first && { ...first, ...(from && { from }), sensorIds: [sensorId] };
    return change ? events.emitWithin(transaction, "readings", [change]) : [];
  }
  events.within("record", async (transaction, changes) => {
    await markZoneChanges(transaction, changes);
    for (const { entity, recordId, before, after } of changes)
      if (entity === "Sensor" && isRecalibrated(before, after)) await historyChanged(transaction, recordId);
    return [];
  });
  events.on("record", async ({ entity, recordId, before, after }) => {
    if (entity !== "Sensor" || !isRecalibrated(before, after)) return;
    const first = await firstDayOf(database, recordId);
    if (first !== undefined) await events.emit("readings", { ...first, sensorIds: [recordId] });
  });
  const applyClocks = () =>
    applyZoneChanges(
      database,
      (transaction, sensorId) => historyChanged(transaction, sensorId),
      (changes) => events.emitAll("readings", changes),
    );

  const quota = createReadingQuota({ database, clock, log, limits });
  events.on("record", async ({ entity }) => {
    if (entity === "Device") quota.forgetOwners();
  });
  const inbox = createMessageInbox({
    clock,
    log,
    counts,
    quota,
    storeBatches: store,
    storePivots,
    ...(precedence && { before: precedence.afterPeople }),
    noteRefused: async ({ serial, ...message }) => {
      if (serial !== undefined) await recordRefused(database, { serial, ...message, date: clock.now() });
    },
  });

  async function counted(replies: Promise<TelemetryReply[]>): Promise<TelemetryReply> {
    const [reply] = await replies;
    count(counts, [reply as TelemetryReply]);
    return reply as TelemetryReply;
  }

  /** Ends the connections with the previous secret. Returns the serial of a device, or the id of a gateway. */
  async function secretChanged(kind: SenderKind, recordId: string, clientId: string): Promise<string> {
    const entity = kind === "device" ? "Device" : "Gateway";
    const [device] = await database.select({ serial: devices.serial }).from(devices).where(eq(devices._id, recordId));
    const record = { serial: device?.serial ?? recordId };
    await events.emit("record", recordChanged(entity, { clientId, recordId, before: record, after: record }));
    return record.serial;
  }

  const ingestAll: Telemetry["ingestAll"] = (batches, at) =>
    inbox.add(batches.map((sent) => ({ ...sent, reception: { at, history: false } })));

  const ingest: Telemetry["ingest"] = async (batch, at, message) => {
    const [reply] = await ingestAll([{ batch, message }], at);
    return reply as BatchReply;
  };
  const doors = createDoors({ database, clock, telemetry: { ingest, refuse: inbox.refuse } });
  const weatherLinks = weatherLink && createWeatherLinks({ database, clock, options: weatherLink, store: doors.store });

  const imports = createFileImports({
    ...{ database, clock, events, precedence, logDoubts },
    store: (received, within) => storeWith([received], within),
  });

  return {
    ingestAll,
    imports,
    refuse: inbox.refuse,
    ingest,
    ingestPivot: (message, at) => counted(storePivots([{ message, reception: { at, history: false } }])),

    async ingestMany(batches) {
      const received = batches.map((batch) => ({ batch, reception: { at: lastMoment(batch), history: true } }));
      const counts = noCounts();
      for (const part of inParts(received, READINGS_PER_TRANSACTION, ({ batch }) => batch.readings.length))
        count(counts, await store(part));
      return counts;
    },

    async ingestPivots(messages) {
      const received = messages.map((message) => ({
        message,
        reception: { at: new Date(message.date), history: true },
      }));
      const counts = noCounts();
      for (const part of inParts(received, STATUSES_PER_TRANSACTION, () => 1)) count(counts, await storePivots(part));
      return counts;
    },

    async series(sensorIds, from, to, step) {
      const end = Math.min(to.getTime(), clock.now().getTime());
      return from.getTime() < end ? readSeries(database, sensorIds, { from: from.getTime(), to: end }, step) : [];
    },

    latest: (sensorIds) => latestReadings(database, sensorIds),
    dayAggregates: (sensorIds, from, to) => dayAggregates(database, sensorIds, from, to),
    hourAggregates: (sensorIds, from, to) => hourAggregates(database, sensorIds, from, to),
    compareGauges: async (farm, from, to) =>
      logDoubts(await database.transaction((transaction) => compareGauges(transaction, { ...farm, from, to }))),
    async acceptRain(sensorId, days, author) {
      const changes = await database.transaction(async (transaction) => {
        await acceptRain(transaction, { sensorId, days, author, at: clock.now() });
        return historyChanged(transaction, sensorId, [...days].sort()[0]);
      });
      await events.emitAll("readings", changes);
      return days.length;
    },
    async correctClock(deviceId, minutes, author) {
      const { moved, changes } = await database.transaction(async (transaction) => {
        const corrected = await correctClock(transaction, { deviceId, minutes, author, date: clock.now() });
        const changes: DomainEvents["readings"][] = [];
        for (const sensorId of corrected.sensorIds) changes.push(...(await historyChanged(transaction, sensorId)));
        return { moved: corrected.moved, changes };
      });
      await events.emitAll("readings", changes);
      const [device] = await database.select().from(devices).where(eq(devices._id, deviceId));
      if (device) {
        const record = toJson(device);
        const change = { clientId: device.clientId, recordId: deviceId, before: record, after: record };
        await events.emit("record", recordChanged("Device", change));
      }
      return moved;
    },
    pivotLatest: (pivotIds) => latestStatuses(database, pivotIds),
    pivotHistory: (pivotId, from, to) => statusHistory(database, pivotId, { from, to }),

    pivotPage: (pivotId, page) => statusPage(database, pivotId, page),

    deviceGateway: {
      async isSecret(serial, secret) {
        const sender = await senderOf(database, secret, clock.now());
        return sender?.kind === "device" && sender.serial === serial;
      },
      async isDevice(serial) {
        const found = await database.select({ id: devices._id }).from(devices).where(eq(devices.serial, serial));
        return found.length === 1;
      },
      receive: inbox.receive,
      async gatewayOf(key) {
        const sender = await senderOf(database, key, clock.now());
        return sender?.kind === "gateway" ? sender : undefined;
      },
      async receiveOfGateway(gateway, topic, payload) {
        const origin = { door: "mqtt", topic, raw: keptText(payload) } as const;
        const sent = parseJson(payload);
        if ("refusal" in sent) await doors.refuse(gateway, origin, sent.refusal, parseDeviceTopic(topic)?.serial);
        else await doors.receiveMqtt(gateway, topic, sent.value, origin);
      },
      async refuse(sender, topic, payload) {
        const origin = { door: "mqtt", topic, raw: keptText(payload) } as const;
        const refusal: Refusal = {
          id: "unknown-topic",
          field: "topic",
          sent: shownValue(topic),
          expected: "devices/{serial}/readings",
        };
        if ("serial" in sender) {
          const other = parseDeviceTopic(topic)?.serial;
          const named: Refusal = { id: "other-serial", field: "topic", sent: other, expected: sender.serial };
          await inbox.refuse({ serial: sender.serial, origin, refusal: other === undefined ? refusal : named });
        } else await doors.refuse(sender, origin, refusal);
      },
    },
    doors,
    weatherLinks,
    async rotateSecret(deviceId, author) {
      const issued = await makeSecret(database, { kind: "device", id: deviceId, author, date: clock.now() });
      if (issued === undefined) throw problems.notFound("device");
      return { serial: await secretChanged("device", deviceId, issued.clientId), secret: issued.secret };
    },
    async rotateKey(gatewayId, author) {
      const issued = await makeSecret(database, { kind: "gateway", id: gatewayId, author, date: clock.now() });
      if (issued === undefined) throw problems.notFound("gateway");
      await secretChanged("gateway", gatewayId, issued.clientId);
      return issued.secret;
    },
    async revoke(kind, id, author) {
      const clientId = await revokeSecret(database, { kind, id, author, date: clock.now() });
      if (clientId !== undefined) await secretChanged(kind, id, clientId);
      return clientId !== undefined;
    },
    counts: () => ({ ...counts, received: counts.received + inbox.waiting(), waiting: inbox.waiting() }),
    overQuota: quota.refused,
    close: inbox.close,
    jobs: [
      ...(weatherLinks ? [weatherLinks.job] : []),
      { name: "months ahead", intervalMs: 60 * MINUTE_MS, run: () => addMonths(database, monthsAhead()) },
      { name: "device states", intervalMs: MINUTE_MS, run: () => refreshStates(database, clock.now()) },
      { name: "days of another clock", intervalMs: MINUTE_MS, run: applyClocks },
      { name: "old device messages", intervalMs: 60 * MINUTE_MS, run: () => pruneMessages(database, clock.now()) },
      { name: "readings of deleted sensors", intervalMs: 60 * MINUTE_MS, run: () => pruneOrphanedReadings(database) },
    ],
  };
}

const lastMoment = ({ readings }: TelemetryBatch) =>
  new Date(readings.reduce((last, { date }) => Math.max(last, Date.parse(date)), 0));
