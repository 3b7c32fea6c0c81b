import * as z from "zod";

const Months = z.number().int().nullable();

/** How long an installation keeps what grows, in months; null is for good. Rollups by the hour and the day are kept for good. */
export const Retention = z.looseObject({
  /** Raw readings, states of pivots, battery and signal of devices. */
  readingsMonths: Months,
  /** Alerts that are closed. */
  notificationsMonths: Months,
  /** Who changed what. */
  auditMonths: Months,
});
export type Retention = z.infer<typeof Retention>;
