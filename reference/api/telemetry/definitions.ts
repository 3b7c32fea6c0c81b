import { entities } from "@lamina/shared/calls/entities";
import { GatewayFields } from "@lamina/shared/doors/gateway";
import { checkMonitor, checkSensor, DeviceFields, MonitorFields, SensorFields } from "@lamina/shared/records/telemetry";
import { eq } from "drizzle-orm";
import type { JsonRecord } from "../core/serialize.ts";
import { defineRecord } from "../records/definition.ts";
import { places } from "../records/places.ts";
import { sensorTypes } from "../schema/sensor-types.ts";
import { devices, gatewayKeys, gateways, monitors, sensors } from "../schema/telemetry.ts";
import { recalibrate } from "./devices/recalibrate.ts";
import type { Calibration } from "./rules/calibration.ts";
import { deviceState } from "./store/device-state.ts";

export const deviceDefinition = defineRecord({
  calls: entities.device,
  notFound: "device",
  place: places.device,
  fields: DeviceFields,
  orderBy: devices.serial,
  references: { farmId: places.farm, pivotId: places.pivot },
  farmFrom: "farmId",
  onSameFarm: ["pivotId"],
  unique: { devices_serial: "serial" },
  check: async ({ sensorTypeId }, { transaction }) => {
    const typeCount = await transaction.$count(sensorTypes, eq(sensorTypes._id, sensorTypeId));
    return typeCount > 0 ? [] : [{ field: "sensorTypeId", id: "not-found" }];
  },
  derive: async ({ maintenance, intervalMin }, { before, date }) => {
    const moment = (value: unknown) => (typeof value === "string" ? new Date(value) : null);
    const times = { lastSeen: moment(before?.lastSeen), lastStored: moment(before?.lastStored) };
    return { state: deviceState({ maintenance, intervalMin, ...times }, date) };
  },
});

export const sensorDefinition = defineRecord({
  calls: entities.sensor,
  notFound: "sensor",
  place: places.sensor,
  fields: SensorFields,
  orderBy: sensors.createdAt,
  references: { deviceId: places.device },
  check: checkSensor,
  changed: async ({ transaction, recordId, before, after }) => {
    if (isRecalibrated(before, after))
      await recalibrate(transaction, recordId, {
        to: calibrationOf(after),
        isOther: before?.variable !== after?.variable,
      });
  },
});

const COUNTED_BY = ["variable", "calibA", "calibB"] as const;

/** Whether a change of a sensor's record changes what its readings are: their calibration, or amounts and totals. */
export function isRecalibrated(before: JsonRecord = {}, after: JsonRecord = {}): boolean {
  const isKnown = [before, after].every((record) => COUNTED_BY.every((field) => record[field] !== undefined));
  return isKnown && COUNTED_BY.some((field) => before[field] !== after[field]);
}

const calibrationOf = ({ calibA, calibB }: JsonRecord = {}): Calibration => ({
  calibA: Number(calibA),
  calibB: Number(calibB),
});

export const gatewayDefinition = defineRecord({
  calls: entities.gateway,
  notFound: "gateway",
  place: places.gateway,
  fields: GatewayFields,
  orderBy: gateways.name,
  references: { deviceId: places.device },
  // Its key was given for what it read before, and on which farm.
  changed: async ({ transaction, recordId, before, after }) => {
    const of = (record: JsonRecord = {}) => JSON.stringify([record.reads, record.deviceId ?? null]);
    const isReader = [before, after].some((record) => JSON.stringify(record?.reads ?? []) !== "[]");
    if (before && after && isReader && of(before) !== of(after))
      await transaction.delete(gatewayKeys).where(eq(gatewayKeys.gatewayId, recordId));
  },
});

export const monitorDefinition = defineRecord({
  calls: entities.monitor,
  notFound: "monitor",
  place: places.monitor,
  fields: MonitorFields,
  orderBy: monitors.name,
  references: {
    sectorId: places.pivotSector,
    sensorIds: places.sensor,
    soilId: places.soil,
    alertIds: places.alertRule,
  },
  farmFrom: "sectorId",
  onSameFarm: ["sensorIds"],
  check: checkMonitor,
});
