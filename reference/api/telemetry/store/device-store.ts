import { asc, eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { farms } from "../../schema/farms.ts";
import { sensorTypes } from "../../schema/sensor-types.ts";
import { devices, sensorStates, sensors } from "../../schema/telemetry.ts";
import { flagOf } from "../rules/quality.ts";
import type { KnownSensor } from "../rules/validate-reading.ts";

/** A device with its sensors, as needed to store its readings. */
export interface KnownDevice {
  _id: string;
  serial: string;
  clientId: string;
  farmId: string;
  pivotId: string | null;
  timezone: string;
  clockShiftMin: number | null;
  sensors: KnownSensor[];
}

/**
 * The devices with these serials, each locked until the transaction ends, so that one device's messages are stored in
 * sequence and the calibration does not change during the transaction. Always in the same order, to avoid deadlocks.
 */
export async function lockDevices(database: Database, serials: readonly string[]): Promise<Map<string, KnownDevice>> {
  return withSensors(database, await devicesOf(database, serials).for("no key update", { of: devices }));
}

/** The same without the lock, to look only. */
export async function knownDevices(database: Database, serials: readonly string[]): Promise<Map<string, KnownDevice>> {
  return withSensors(database, await devicesOf(database, serials));
}

function devicesOf(database: Database, serials: readonly string[]) {
  return database
    .select({
      _id: devices._id,
      serial: devices.serial,
      clientId: devices.clientId,
      farmId: devices.farmId,
      pivotId: devices.pivotId,
      timezone: farms.timezone,
      clockShiftMin: devices.clockShiftMin,
      type: { unit: sensorTypes.unit, min: sensorTypes.min, max: sensorTypes.max },
    })
    .from(devices)
    .innerJoin(farms, eq(farms._id, devices.farmId))
    .innerJoin(sensorTypes, eq(sensorTypes._id, devices.sensorTypeId))
    .where(anyOf(devices.serial, new Set(serials)))
    .orderBy(asc(devices._id));
}

async function withSensors(
  database: Database,
  rows: readonly Awaited<ReturnType<typeof devicesOf>>[number][],
): Promise<Map<string, KnownDevice>> {
  const sensorsByDevice = await sensorsOf(
    database,
    rows.map(({ _id }) => _id),
  );
  const entries = rows.map(({ type, ...device }) => {
    const ownSensors = (sensorsByDevice.get(device._id) ?? []).map(({ unit, ...sensor }) =>
      unit === type.unit ? { ...sensor, min: type.min, max: type.max } : { ...sensor, min: null, max: null },
    );
    return [device.serial, { ...device, sensors: ownSensors }] as const;
  });
  return new Map(entries);
}

async function sensorsOf(database: Database, deviceIds: readonly string[]) {
  const rows = await database
    .select({
      deviceId: sensors.deviceId,
      _id: sensors._id,
      number: sensors.number,
      variable: sensors.variable,
      unit: sensors.unit,
      depthCm: sensors.depthCm,
      calibA: sensors.calibA,
      calibB: sensors.calibB,
      state: sensorStates,
    })
    .from(sensors)
    .leftJoin(sensorStates, eq(sensorStates.sensor, sensors.number))
    .where(anyOf(sensors.deviceId, deviceIds));
  const withStates = rows.map(({ state, ...sensor }) => ({
    ...sensor,
    state: state
      ? { at: state.at.getTime(), raw: state.raw, flag: flagOf(state.flag), since: state.since.getTime() }
      : undefined,
  }));
  return Map.groupBy(withStates, ({ deviceId }) => deviceId);
}

/** The serials of the devices of sensors. */
export async function serialsOf(database: Database, sensorIds: readonly string[]): Promise<string[]> {
  const rows = await database
    .selectDistinct({ serial: devices.serial })
    .from(devices)
    .innerJoin(sensors, eq(sensors.deviceId, devices._id))
    .where(anyOf(sensors._id, sensorIds));
  return rows.map(({ serial }) => serial);
}
