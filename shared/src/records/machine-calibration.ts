import * as z from "zod";
import { Day, Id, quantity, storedRecord } from "../core/record.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";

const CalibrationKind = z.enum(["cans", "revolution", "flow"]);
type CalibrationKind = z.infer<typeof CalibrationKind>;

/** A catch can: its distance from the centre of a pivot (of a linear machine from its end), and what it caught. */
const CaughtDepth = z.object({ radiusM: quantity("m", 0.1, 2000), depthMm: quantity("mm", 0, 200) });

/** Fewer cans give no useful coefficient. The standards ask for many more. */
export const FEWEST_CANS = 3;

/** A measurement at a machine. It replaces the values of the machine's record from its day on. */
export const MachineCalibrationFields = z.object({
  pivotId: Id,
  date: Day,
  kind: CalibrationKind,
  /** Setting of the panel during the test. */
  percent: quantity("%", 1, 100).optional(),
  /** ISO 11545 and ABNT NBR 14244. */
  cans: z.array(CaughtDepth).max(1000).optional(),
  /** Hours of a whole revolution at that setting. */
  hours: quantity("h", 0.1, 2000).optional(),
  flowM3h: quantity("m³/h", 0.1, 5000).optional(),
  note: z.string().trim().max(500).optional(),
});
export const MachineCalibration = storedRecord(MachineCalibrationFields);
export type MachineCalibration = z.infer<typeof MachineCalibration>;

const REQUIRED = {
  cans: ["percent", "cans"],
  revolution: ["percent", "hours"],
  flow: ["flowM3h"],
} as const satisfies Record<CalibrationKind, readonly (keyof z.output<typeof MachineCalibrationFields>)[]>;

/** Rules across the fields of a calibration: each kind has its own values. */
export function checkMachineCalibration(given: Partly<z.output<typeof MachineCalibrationFields>>): BrokenRule[] {
  if (given.kind === undefined) return [];
  const missing = REQUIRED[given.kind].filter((field) => given[field] == null);
  if (missing.length > 0) return missing.map((field) => ({ field, id: "required" }));
  if (given.kind !== "cans" || given.cans === undefined) return [];
  const wet = given.cans.filter(({ depthMm }) => depthMm > 0);
  return wet.length < FEWEST_CANS ? [{ field: "cans", id: "few-cans", minimum: FEWEST_CANS }] : [];
}
