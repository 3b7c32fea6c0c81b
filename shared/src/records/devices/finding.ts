import * as z from "zod";
import { Id, Moment, quantity } from "../../core/record.ts";
import { SensorFields, Variable } from "../telemetry.ts";

/**
 * What a device's readings say of its set-up. `counter`: a running total as amounts; `unit`: another unit; `clock`: a
 * clock that is wrong; of running totals `gap`, `restart` and `jump`.
 */
export const FindingId = z.enum(["counter", "unit", "clock", "gap", "restart", "jump"]);
export type FindingId = z.infer<typeof FindingId>;

/** A finding, and the change that mends it, if a change can. */
export const DeviceFinding = z.looseObject({
  id: FindingId,
  sensorId: Id.nullable(),
  variable: Variable.nullable(),
  /** Of `unit`: the unit that the values are in. */
  unit: z.string().optional(),
  /** Of `clock`: by how many minutes it is ahead; negative: behind. */
  minutes: z.number().optional(),
  /** Of `clock`: whether the stored readings can be corrected too. */
  storedToo: z.boolean().optional(),
  /** Of running totals: the reading, the one before, and what counted, or did not (`jump`), in the variable's unit. */
  at: Moment.optional(),
  since: Moment.optional(),
  amount: z.number().optional(),
  /** Fields of the sensor's record to change. Without start values, which would set its calibration back. */
  change: z
    .object({
      variable: Variable,
      unit: SensorFields.shape.unit,
      calibA: SensorFields.shape.calibA.unwrap(),
      calibB: SensorFields.shape.calibB.unwrap(),
    })
    .partial()
    .optional(),
});
export type DeviceFinding = z.infer<typeof DeviceFinding>;

/** A correction of a device's clock. */
export const ClockCorrection = z.object({ _id: Id, minutes: quantity("min", -1440, 1440) });
/** `moved`: stored readings that were corrected too; 0 where that was not safe. */
export const ClockCorrected = z.object({ matchedCount: z.number().int(), moved: z.number().int() });
