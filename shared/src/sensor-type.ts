import * as z from "zod";

/** A kind of device (§3; domain, 10). Only `_id` is sure; a client's devices are the list of its sensor types. */
export const SensorType = z.looseObject({
  _id: z.string().min(1),
  name: z.string().optional(),
  kind: z.string().optional(),
  unit: z.string().nullish(),
  icon: z.string().nullish(),
  min: z.number().nullish(),
  max: z.number().nullish(),
});
export type SensorType = z.infer<typeof SensorType>;
export const SensorTypeList = z.array(SensorType);
