import { type Calibrated, calibratedOn } from "@lamina/agronomy/machine/calibration";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import { asc } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { machineCalibrations, type pivots } from "../../schema/farms.ts";

type Pivot = typeof pivots.$inferSelect;
export type CalibrationRow = typeof machineCalibrations.$inferSelect;
/** A system with its measured values. */
export type CalibratedPivot = Calibrated<Pivot>;

/** After every calibration: none is in the future. */
export const NEWEST: FarmDay = "9999-12-31";

/** The calibrations of systems, oldest first, by system. */
export async function loadCalibrations(
  database: Database,
  pivotIds: Iterable<string>,
): Promise<ReadonlyMap<string, CalibrationRow[]>> {
  const rows = await database
    .select()
    .from(machineCalibrations)
    .where(anyOf(machineCalibrations.pivotId, new Set(pivotIds)))
    .orderBy(asc(machineCalibrations.date), asc(machineCalibrations.createdAt), asc(machineCalibrations._id));
  return Map.groupBy(rows, ({ pivotId }) => pivotId);
}

/** A function that gives a system its measured values of a day, or the newest ones. */
export async function loadCalibrated(database: Database, pivotIds: Iterable<string>) {
  const calibrations = await loadCalibrations(database, pivotIds);
  return (pivot: Pivot, day = NEWEST): CalibratedPivot => calibratedOn(pivot, calibrations.get(pivot._id) ?? [], day);
}
