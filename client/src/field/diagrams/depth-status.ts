import type { StatusKind } from "../status.tsx";

/** Marks of the soil at one depth, in % vol. */
export interface DepthMarks {
  fcPct: number | null;
  criticalPct: number | null;
  wpPct: number | null;
}

/** θ above CC by more than this many points is an excess (domain, 0). */
const EXCESS_POINTS = 1;

/**
 * The status colour of one depth of a profile (domain, 0, the sensor's rules without their waiting times). The status
 * of the monitor comes from the API. Null for a soil without marks.
 */
export function depthStatus(valuePct: number | null, marks: DepthMarks, marginPct: number): StatusKind | null {
  if (valuePct === null) return "nodata";
  if (marks.criticalPct === null) return null;
  if (marks.fcPct !== null && valuePct > marks.fcPct + EXCESS_POINTS) return "excess";
  if (valuePct < marks.criticalPct) return "stress";
  return valuePct <= marks.criticalPct + marginPct ? "irrigate" : "ok";
}
