import * as z from "zod";

/**
 * A kind of device (§3; domain, 10). Only `_id` is required, because a real API may leave out the other fields or use
 * them differently. A client's devices are the list of its sensor types.
 */
export const SensorType = z.looseObject({
  _id: z.string().min(1),
  name: z.string().optional().catch(undefined),
  kind: z.string().optional().catch(undefined),
  unit: z.string().nullish().catch(undefined),
  icon: z.string().nullish().catch(undefined),
  min: z.number().nullish().catch(undefined),
  max: z.number().nullish().catch(undefined),
});
export type SensorType = z.infer<typeof SensorType>;
export const SensorTypeList = z.array(SensorType);
