import type { Status } from "../records/balance.ts";

/** Source of a status: the daily balance, or the probes in the soil. */
export type StatusSource = "calculated" | "sensor";

/** The statuses, most urgent first. */
export const statusOrder: readonly Status[] = ["stress", "irrigate", "excess", "ok", "nodata", "fallow"];

interface Statuses {
  status: Status;
  sensorStatus: Status;
}

/** The water status of a sector in a mode. */
export function soilStatus({ status, sensorStatus }: Statuses, by: StatusSource): Status {
  return by === "sensor" ? sensorStatus : status;
}

type Rankable = Statuses & { recommendation: { hoursToCritical: number | null } | null };

/**
 * Sorts sectors by urgency. Calculated: by the hours until Dr reaches AFD. Measured: by the status. Ties use the other
 * order. The first sector of a machine represents it on every screen.
 */
export function compareUrgency(a: Rankable, b: Rankable, by: StatusSource): number {
  const byStatus = statusOrder.indexOf(soilStatus(a, by)) - statusOrder.indexOf(soilStatus(b, by));
  const [hoursA, hoursB] = [hoursLeft(a), hoursLeft(b)];
  const byHours = hoursA === hoursB ? 0 : hoursA - hoursB;
  return by === "calculated" ? byHours || byStatus : byStatus || byHours;
}

const hoursLeft = ({ recommendation }: Rankable) => recommendation?.hoursToCritical ?? Number.POSITIVE_INFINITY;
