import { entities } from "@lamina/shared/calls/entities";
import { checkMonitor, checkSensor, DeviceFields, MonitorFields, SensorFields } from "@lamina/shared/records/telemetry";
import { eq, inArray } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { JsonRecord } from "../core/serialize.ts";
import { sectorWithin } from "../farms/scope.ts";
import { defineRecord } from "../records/definition.ts";
import { alertRules } from "../schema/alerts.ts";
import { farms, pivotSectors, pivots, soils } from "../schema/farms.ts";
import { sensorTypes } from "../schema/sensor-types.ts";
import { devices, monitors, sensors } from "../schema/telemetry.ts";
import { type Calibration, recalibrate } from "./devices/recalibrate.ts";
import { deviceState } from "./store/device-state.ts";

export const deviceDefinition = defineRecord({
  calls: entities.device,
  notFound: "device",
  table: devices,
  fields: DeviceFields,
  orderBy: devices.serial,
  references: { farmId: farms, pivotId: pivots },
  onSameFarm: ["pivotId"],
  unique: { devices_serial: "serial" },
  withinFarms: (farmIds) => inArray(devices.farmId, [...farmIds]),
  check: async ({ sensorTypeId }, { transaction }) => {
    const known = await transaction.$count(sensorTypes, eq(sensorTypes._id, sensorTypeId));
    return known > 0 ? [] : [{ field: "sensorTypeId", id: "not-found" }];
  },
  derive: async ({ maintenance, intervalMin }, { before, date }) => {
    const lastSeen = typeof before?.lastSeen === "string" ? new Date(before.lastSeen) : null;
    return { state: deviceState({ maintenance, intervalMin, lastSeen }, date) };
  },
});

export const sensorDefinition = defineRecord({
  calls: entities.sensor,
  notFound: "sensor",
  table: sensors,
  fields: SensorFields,
  orderBy: sensors.createdAt,
  references: { deviceId: devices },
  withinFarms: (farmIds) =>
    inArray(
      sensors.deviceId,
      new QueryBuilder()
        .select({ _id: devices._id })
        .from(devices)
        .where(inArray(devices.farmId, [...farmIds])),
    ),
  check: checkSensor,
  changed: async ({ transaction, recordId, before, after }) => {
    if (isRecalibrated(before, after))
      await recalibrate(transaction, recordId, { from: calibrationOf(before), to: calibrationOf(after) });
  },
});

/** Whether the change of a sensor's record is one of its calibration. */
export function isRecalibrated(before: JsonRecord = {}, after: JsonRecord = {}): boolean {
  const isKnown = [before, after].every(({ calibA, calibB }) => calibA !== undefined && calibB !== undefined);
  return isKnown && (before.calibA !== after.calibA || before.calibB !== after.calibB);
}

const calibrationOf = ({ calibA, calibB }: JsonRecord = {}): Calibration => ({
  calibA: Number(calibA),
  calibB: Number(calibB),
});

export const monitorDefinition = defineRecord({
  calls: entities.monitor,
  notFound: "monitor",
  table: monitors,
  fields: MonitorFields,
  orderBy: monitors.name,
  references: { sectorId: pivotSectors, sensorIds: sensors, soilId: soils, alertIds: alertRules },
  withinFarms: (farmIds) => sectorWithin(monitors.sectorId, farmIds),
  check: checkMonitor,
});
