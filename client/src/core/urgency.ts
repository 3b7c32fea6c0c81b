import type { SectorCard } from "@lamina/shared/irrigameter";
import { type StatusKind, statusKinds } from "../ui/feedback/status.tsx";

/** Where a status comes from: the daily balance, or the probes in the soil. */
export type Mode = "calculated" | "sensor";

type Asking = Pick<SectorCard, "status" | "sensorStatus" | "recommendation">;

/** The status of a sector as a mode sees it. */
export function statusOf(sector: Pick<Asking, "status" | "sensorStatus">, mode: Mode): StatusKind {
  return mode === "sensor" ? sector.sensorStatus : sector.status;
}

/**
 * Who asks first: calculated, by the hours until Dr reaches AFD; measured, by the status; then the other way. The first
 * sector of a pivot speaks for it, on every screen.
 */
export function compareUrgency(a: Asking, b: Asking, mode: Mode): number {
  const byStatus = statusKinds.indexOf(statusOf(a, mode)) - statusKinds.indexOf(statusOf(b, mode));
  const [hoursA, hoursB] = [hoursLeft(a), hoursLeft(b)];
  const byHours = hoursA === hoursB ? 0 : hoursA - hoursB;
  return mode === "calculated" ? byHours || byStatus : byStatus || byHours;
}

const hoursLeft = ({ recommendation }: Asking) => recommendation?.hoursToCritical ?? Number.POSITIVE_INFINITY;
