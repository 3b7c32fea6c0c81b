import { entities } from "@lamina/shared/entities";
import { DeviceFields, type Monitor, MonitorFields, SensorFields } from "@lamina/shared/telemetry";
import { eq, inArray } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { WireRecord } from "../core/wire.ts";
import { sectorWithin } from "../farms/scope.ts";
import type { FieldError } from "../http/problem.ts";
import { defineRecord } from "../records/definition.ts";
import { farms, pivotSectors, pivots, soils } from "../schema/farms.ts";
import { sensorTypes } from "../schema/sensor-types.ts";
import { devices, monitors, sensors } from "../schema/telemetry.ts";
import { type Calibration, recalibrate } from "./devices/recalibrate.ts";
import { deviceState } from "./store/device-state.ts";

/** How far the sum of a monitor's weights may be from 1. */
const WEIGHT_TOLERANCE = 0.001;

export const deviceDefinition = defineRecord({
  calls: entities.device,
  notFound: "Equipamento não encontrado.",
  table: devices,
  fields: DeviceFields,
  orderBy: devices.serial,
  references: { farmId: farms, pivotId: pivots },
  onSameFarm: ["pivotId"],
  unique: { devices_serial: "serial" },
  withinFarms: (farmIds) => inArray(devices.farmId, [...farmIds]),
  check: async ({ sensorTypeId }, { transaction }) => {
    const known = await transaction.$count(sensorTypes, eq(sensorTypes._id, sensorTypeId));
    return known > 0 ? [] : [{ field: "sensorTypeId", id: "not-found", message: "Este tipo de sensor não existe." }];
  },
  derive: async ({ maintenance, intervalMin }, { before, date }) => {
    const lastSeen = typeof before?.lastSeen === "string" ? new Date(before.lastSeen) : null;
    return { state: deviceState({ maintenance, intervalMin, lastSeen }, date) };
  },
});

export const sensorDefinition = defineRecord({
  calls: entities.sensor,
  notFound: "Sensor não encontrado.",
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
  // Without a slope every raw value would be the same one, and could not be found again.
  check: ({ calibB }) =>
    calibB === 0 ? [{ field: "calibB", id: "zero", message: "O ganho da calibração não pode ser zero." }] : [],
  changed: async ({ transaction, recordId, before, after }) => {
    if (isRecalibrated(before, after))
      await recalibrate(transaction, recordId, { from: calibrationOf(before), to: calibrationOf(after) });
  },
});

/** Whether the change of a sensor's record is one of its calibration. */
export function isRecalibrated(before: WireRecord = {}, after: WireRecord = {}): boolean {
  const isKnown = [before, after].every(({ calibA, calibB }) => calibA !== undefined && calibB !== undefined);
  return isKnown && (before.calibA !== after.calibA || before.calibB !== after.calibB);
}

const calibrationOf = ({ calibA, calibB }: WireRecord = {}): Calibration => ({
  calibA: Number(calibA),
  calibB: Number(calibB),
});

export const monitorDefinition = defineRecord({
  calls: entities.monitor,
  notFound: "Monitor não encontrado.",
  table: monitors,
  fields: MonitorFields,
  orderBy: monitors.name,
  references: { sectorId: pivotSectors, sensorIds: sensors, soilId: soils },
  withinFarms: (farmIds) => sectorWithin(monitors.sectorId, farmIds),
  check: ({ sensorIds, weights, limits }) => [...weightErrors(sensorIds, weights), ...limitErrors(limits)],
});

function weightErrors(sensorIds: readonly string[], weights: readonly number[] | undefined): FieldError[] {
  if (weights === undefined) return [];
  if (weights.length !== sensorIds.length)
    return [{ field: "weights", id: "one-per-sensor", message: "Informe um peso para cada sensor." }];
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Math.abs(sum - 1) <= WEIGHT_TOLERANCE
    ? []
    : [{ field: "weights", id: "sum-not-one", message: "A soma dos pesos deve ser 1." }];
}

function limitErrors(limits: Monitor["limits"]): FieldError[] {
  const given = [limits?.low, limits?.critical, limits?.high].filter((limit) => limit !== undefined);
  return given.every((limit, index) => index === 0 || limit > (given[index - 1] ?? 0))
    ? []
    : [{ field: "limits", id: "not-ascending", message: "Os limites devem obedecer: PMP < θc < CC." }];
}
