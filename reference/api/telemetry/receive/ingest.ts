import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { TelemetryBatch, TelemetryReply } from "@lamina/shared/records/readings";
import type { Refusal } from "@lamina/shared/rules/refusals";
import type { Database } from "../../core/database/open.ts";
import { type OrderedReadings, orderReadings } from "../rules/order-readings.ts";
import type { SensorState } from "../rules/quality.ts";
import type { RefusedReading } from "../rules/read-batch.ts";
import { refusalOf } from "../rules/refusal-of.ts";
import { type KnownSensor, type Reception, type ValidatedReading, validateReading } from "../rules/validate-reading.ts";
import { doubtContradicted } from "../store/contradictions.ts";
import { type Contact, recordContacts } from "../store/device-contact.ts";
import { type KnownDevice, knownDevices, lockDevices } from "../store/device-store.ts";
import { followReadings } from "../store/follow-readings.ts";
import type { Origin } from "../store/pivot-store.ts";
import type { DoubtChange } from "../store/rain-review.ts";
import { insertReadings, type StoredBefore, storedReadings } from "../store/reading-store.ts";
import { saveStates } from "../store/sensor-state-store.ts";

/** A received batch. */
export interface ReceivedBatch {
  batch: TelemetryBatch;
  reception: Reception;
  /** The message that it was read from; absent for history, whose messages are not stored. */
  message?: BatchMessage | undefined;
}

/** A message as it came: what of it is not in the batch. */
export interface BatchMessage {
  /** Absent for rows of a file, which are not stored as a message. */
  origin?: Origin | undefined;
  /** Of each reading of the batch, its index and its path in the message. */
  indexes: readonly number[];
  paths?: readonly string[] | undefined;
  /** Readings that could not be read. */
  refused: readonly RefusedReading[];
  notes: readonly Refusal[];
}

/** New readings of a farm, for listeners. */
interface StoredChange {
  clientId: string;
  farmId: string;
  sensorIds: string[];
  from: FarmDay;
}

/** What a transaction stored. */
export interface Written {
  newReadings: readonly ValidatedReading[];
  /** Stored readings that were trusted before, and now are not. */
  doubted: readonly Pick<StoredBefore, "sensor" | "at">[];
  /** Readings with another value than the stored one of the same moment. */
  conflicting: number;
}

/** Result of each batch, in order, the changes, and what became of rain. */
interface Outcome extends Written {
  replies: TelemetryReply[];
  changes: StoredChange[];
  /** Days of rain gauges that became doubted, or are not any more. */
  doubts: DoubtChange[];
}

/**
 * Stores batches in one transaction, all or nothing: readings, rollups, states of sensors and devices.
 * @param follow called in the transaction with the changes
 */
export function storeBatches(
  database: Database,
  received: readonly ReceivedBatch[],
  now: Date,
  follow: (
    transaction: Database,
    changes: readonly StoredChange[],
    written: Written,
  ) => Promise<unknown> = async () => {},
): Promise<Outcome> {
  return database.transaction(async (transaction) => {
    const serials = received.map(({ batch }) => batch.serial);
    const devices = await lockDevices(transaction, serials);
    const { valid, replies } = validateAll(received, devices);

    const ordered = [...Map.groupBy(valid, ({ sensor }) => sensor)].map(([sensor, readings]) => ({
      sensor,
      ...orderReadings(readings, sensor.state),
    }));
    const fresh = ordered.flatMap(({ readings }) => readings);
    const zones = zonesOf(devices);
    const before = await insertReadings(transaction, fresh, zones);
    await saveStates(transaction, movedStates(ordered));
    const contradicted = before.filter(({ differs }) => differs);
    const doubted = await doubtContradicted(transaction, contradicted, zones);
    const keysBefore = new Set(before.map(({ sensor, at }) => `${sensor} ${at}`));
    const isKnown = ({ sensor, at }: ValidatedReading) => keysBefore.has(`${sensor.number} ${at}`);
    const newReadings = keysBefore.size === 0 ? fresh : fresh.filter((reading) => !isKnown(reading));
    const again = [
      ...ordered.flatMap(({ repeated }) => repeated),
      ...(keysBefore.size === 0 ? [] : fresh.filter(isKnown)),
    ];
    for (const { batch } of again) {
      const reply = replies[batch] as TelemetryReply;
      reply.duplicate++;
      reply.accepted--;
    }
    await recordContacts(
      transaction,
      received.flatMap((one, index) => contactOf(one, replies[index] as TelemetryReply, devices)),
      now,
    );
    const doubts = await followReadings(transaction, newReadings, devices);
    const changes = changesOf(newReadings, devices, doubts);
    const written = { newReadings, doubted, conflicting: contradicted.length };
    await follow(transaction, changes, written);
    return { replies, changes, doubts, ...written };
  });
}

/** What {@link storeBatches} would answer for a batch, and how many readings contradict stored ones. Stores nothing. */
export async function foreseeBatch(
  database: Database,
  received: ReceivedBatch,
): Promise<{ reply: TelemetryReply; conflicting: number }> {
  const devices = await knownDevices(database, [received.batch.serial]);
  const { valid, replies } = validateAll([received], devices);
  const ordered = [...Map.groupBy(valid, ({ sensor }) => sensor).values()].map((all) => orderReadings(all, undefined));
  const before = await storedReadings(
    database,
    ordered.flatMap(({ readings }) => readings),
  );
  const repeated = ordered.reduce((sum, one) => sum + one.repeated.length, 0);
  const [reply = { accepted: 0, duplicate: 0, rejected: [] }] = replies;
  const duplicate = before.length + repeated;
  return {
    reply: { ...reply, accepted: reply.accepted - duplicate, duplicate },
    conflicting: before.filter(({ differs }) => differs).length,
  };
}

/** Validates each reading by itself. Readings that are not refused count as accepted unless they were already stored. */
function validateAll(received: readonly ReceivedBatch[], devices: ReadonlyMap<string, KnownDevice>) {
  const valid: ValidatedReading[] = [];
  const replies = received.map(({ batch: { serial, readings }, reception, message }, batch): TelemetryReply => {
    const { sensors, clockShiftMin } = devices.get(serial) ?? {};
    // People and programs send by calls, with a clock of their own.
    const shiftMs = message?.origin && message.origin.door !== "call" ? (clockShiftMin ?? 0) * MINUTE_MS : 0;
    const rejected: TelemetryReply["rejected"] = [...(message?.refused ?? [])];
    for (const [position, reading] of readings.entries()) {
      const result =
        sensors === undefined ? "unknown-serial" : validateReading(reading, { batch, sensors, reception, shiftMs });
      if (typeof result !== "string") {
        valid.push(result);
        continue;
      }
      const index = message?.indexes[position] ?? position;
      const path = message?.paths?.[position] ?? `readings.${index}`;
      rejected.push({ index, ...refusalOf(result, reading, { path, sensors: sensors ?? [], serial, reception }) });
    }
    rejected.sort((one, other) => one.index - other.index);
    const refused = rejected.length - (message?.refused.length ?? 0);
    const notes = message?.notes ?? [];
    const reply = { accepted: readings.length - refused, duplicate: 0, rejected };
    return notes.length > 0 ? { ...reply, notes: [...notes] } : reply;
  });
  return { valid, replies };
}

/** By sensor number, the states that changed by new readings. */
function movedStates(ordered: readonly ({ sensor: KnownSensor } & OrderedReadings)[]): Map<number, SensorState> {
  const moved = ordered.flatMap(({ sensor, state }) =>
    state === undefined || state === sensor.state ? [] : [[sensor.number, state] as const],
  );
  return new Map(moved);
}

function zonesOf(devices: ReadonlyMap<string, KnownDevice>): Map<number, string> {
  const entries = [...devices.values()].flatMap(({ sensors, timezone }) =>
    sensors.map(({ number }) => [number, timezone] as const),
  );
  return new Map(entries);
}

function contactOf(
  { batch, reception, message }: ReceivedBatch,
  { accepted, duplicate, rejected, notes = [] }: TelemetryReply,
  devices: ReadonlyMap<string, KnownDevice>,
): Contact[] {
  const device = devices.get(batch.serial);
  if (device === undefined || (reception.history && batch.readings.length === 0)) return [];
  const { batteryPct, rssiDbm, firmware } = batch;
  const kept = message?.origin && {
    ...message.origin,
    accepted,
    duplicate,
    rejected: rejected.length,
    refusals: [...notes, ...rejected],
  };
  // A message of its own data alone is usable too.
  const isUsable = accepted + duplicate > 0 || rejected.length === 0;
  const { _id: deviceId, clientId } = device;
  return [{ deviceId, clientId, at: reception.at.getTime(), batteryPct, rssiDbm, firmware, isUsable, message: kept }];
}

/** Per farm: sensors with new readings, and the earliest day of these or of a changed doubt. */
export function changesOf(
  newReadings: readonly ValidatedReading[],
  devices: ReadonlyMap<string, KnownDevice>,
  doubts: readonly DoubtChange[],
): StoredChange[] {
  const earliest = new Map<string, number>();
  for (const { sensor, at } of newReadings) earliest.set(sensor._id, Math.min(at, earliest.get(sensor._id) ?? at));
  const ofFarm = Map.groupBy(devices.values(), ({ farmId }) => farmId);
  return [...ofFarm].flatMap(([farmId, [device, ...others]]) => {
    if (device === undefined) return [];
    const sensorIds = [device, ...others].flatMap(({ sensors }) =>
      sensors.map(({ _id }) => _id).filter((_id) => earliest.has(_id)),
    );
    if (sensorIds.length === 0) return [];
    const from = Math.min(...sensorIds.map((_id) => earliest.get(_id) ?? Number.POSITIVE_INFINITY));
    const doubted = doubts
      .filter(({ sensor }) => sensorIds.includes(sensor._id))
      .flatMap((change) => [...change.doubted.keys(), ...change.cleared]);
    const [first = ""] = [farmDay(from, device.timezone), ...doubted].sort();
    return [{ clientId: device.clientId, farmId, sensorIds, from: first }];
  });
}
