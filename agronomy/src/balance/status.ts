export type SectorStatus = "excess" | "ok" | "irrigate" | "stress" | "nodata" | "fallow";

/** Days until an irrigation can start unless configured otherwise (the tariff window). */
export const DEFAULT_WAIT_DAYS = 1;

/** Depletion below this counts as none, mm. */
const NO_DEPLETION_MM = 1e-9;

interface CalculatedStatusInput {
  active: boolean;
  /** Whether the last daily row is recent and complete enough. */
  fresh: boolean;
  /** Depletion, readily available water (AFD) and percolation of the last day, mm. */
  dr: number;
  raw: number;
  dp: number;
  /** Depletion at which to irrigate, mm; the readily available water by default. */
  trigger?: number;
  /** Expected crop use, mm/d. */
  etc: number;
  /** Hours of a revolution (TV); 0 when the whole area is wetted at once. */
  hoursRev: number;
  waitDays?: number;
}

/** The crop's use, in mm, until a revolution that starts after the wait has passed everywhere. */
export function lookAheadUse({
  etc,
  hoursRev,
  waitDays = DEFAULT_WAIT_DAYS,
}: Pick<CalculatedStatusInput, "etc" | "hoursRev" | "waitDays">): number {
  return etc * (hoursRev / 24 + waitDays);
}

/** Status by the balance: stress when Dr > AFD, irrigate when Dr would reach AFD before a revolution is complete. */
export function calculatedStatus(input: CalculatedStatusInput): SectorStatus {
  const { active, fresh, dr, raw, dp } = input;
  if (!active) return "fallow";
  if (!fresh) return "nodata";
  if (dr <= NO_DEPLETION_MM && dp > 0) return "excess";
  if (dr > raw) return "stress";
  return dr + lookAheadUse(input) >= (input.trigger ?? raw) ? "irrigate" : "ok";
}

/** Whether a status needs water. */
export const needsWater = (status: SectorStatus) => status === "irrigate" || status === "stress";

/**
 * The status with hysteresis when no water arrived since the previous one: it improves only across a margin in % of AFD
 * (†). `ahead` is the look-ahead use; depths in mm.
 */
export function heldStatus(
  status: SectorStatus,
  before: { status: SectorStatus; dr: number; raw: number; ahead: number; marginPct: number },
): SectorStatus {
  const { dr, raw, ahead, marginPct } = before;
  if (!needsWater(before.status) || status !== "ok") return status;
  return dr + ahead >= raw * (1 - marginPct / 100) ? "irrigate" : status;
}

interface SensorStatusInput {
  active: boolean;
  fresh: boolean;
  /** Weighted mean water content, and field capacity and critical content of that soil, % by volume. */
  theta: number;
  fcPct: number;
  criticalPct: number;
  /** Points above the critical content at which the sector turns yellow. */
  marginPct: number;
  /** Hours since θ exceeded field capacity by more than one point. */
  hoursAboveCapacity: number;
}

/** Hours above field capacity by a point after which the status is excess, h. */
const EXCESS_HOURS = 12;

/** Status by the probes. */
export function sensorStatus(input: SensorStatusInput): SectorStatus {
  const { active, fresh, theta, criticalPct, marginPct, hoursAboveCapacity } = input;
  if (!active) return "fallow";
  if (!fresh) return "nodata";
  if (theta > input.fcPct + 1 && hoursAboveCapacity > EXCESS_HOURS) return "excess";
  if (theta < criticalPct) return "stress";
  return theta > criticalPct + marginPct ? "ok" : "irrigate";
}

/** Most severe first; a sector with several monitors shows the most severe. */
const WORST_FIRST: readonly SectorStatus[] = ["stress", "irrigate", "excess", "nodata", "ok", "fallow"];

/** The most severe of some statuses; `nodata` when there are none. */
export function worstStatus(statuses: readonly SectorStatus[]): SectorStatus {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? "nodata";
}
