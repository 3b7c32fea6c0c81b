import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { type StatusKind, statusKinds } from "../field/status.tsx";

/** Source of a status: the daily balance, or the probes in the soil. */
export type StatusSource = "calculated" | "sensor";

type RankableSector = Pick<SectorCard, "status" | "sensorStatus" | "recommendation">;

/** The status of a sector in a mode. */
export function statusOf(sector: Pick<RankableSector, "status" | "sensorStatus">, mode: StatusSource): StatusKind {
  return mode === "sensor" ? sector.sensorStatus : sector.status;
}

/**
 * Sorts sectors by urgency. Calculated: by the hours until Dr reaches AFD. Measured: by the status. Ties use the other
 * order. The first sector of a pivot represents it on every screen.
 */
export function compareUrgency(a: RankableSector, b: RankableSector, mode: StatusSource): number {
  const byStatus = statusKinds.indexOf(statusOf(a, mode)) - statusKinds.indexOf(statusOf(b, mode));
  const [hoursA, hoursB] = [hoursLeft(a), hoursLeft(b)];
  const byHours = hoursA === hoursB ? 0 : hoursA - hoursB;
  return mode === "calculated" ? byHours || byStatus : byStatus || byHours;
}

const hoursLeft = ({ recommendation }: RankableSector) => recommendation?.hoursToCritical ?? Number.POSITIVE_INFINITY;
