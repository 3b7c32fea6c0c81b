import * as z from "zod";

const Months = z.number().int().nullable();

/**
 * How long an installation keeps growing data, in months; null means without limit. Rollups by the hour and the day are
 * kept without limit.
 */
export const Retention = z.looseObject({
  readingsMonths: Months,
  notificationsMonths: Months,
  auditMonths: Months,
});
export type Retention = z.infer<typeof Retention>;
