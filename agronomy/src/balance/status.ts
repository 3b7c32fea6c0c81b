/** Status of a sector, the same on every screen. */
export type SectorStatus = "excess" | "ok" | "irrigate" | "stress" | "nodata" | "fallow";

/** Days until an irrigation can start where nothing else is configured (the tariff window). */
export const DEFAULT_WAIT_DAYS = 1;

/** Depletion below this counts as none, mm. */
const NO_DEPLETION_MM = 1e-9;

interface CalculatedStatusInput {
  /** Whether a season is active. */
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
  /** Hours of a revolution (TV); 0 where all is wetted at once. */
  hoursRev: number;
  waitDays?: number;
}

/** What the crop will have used up, in mm, when a revolution started after the wait has passed everywhere. */
export function lookAheadUse({
  etc,
  hoursRev,
  waitDays = DEFAULT_WAIT_DAYS,
}: Pick<CalculatedStatusInput, "etc" | "hoursRev" | "waitDays">): number {
  return etc * (hoursRev / 24 + waitDays);
}

/** Status by the balance: stress once Dr > AFD, irrigate where Dr would reach AFD before a revolution is done. */
export function calculatedStatus(input: CalculatedStatusInput): SectorStatus {
  const { active, fresh, dr, raw, dp } = input;
  if (!active) return "fallow";
  if (!fresh) return "nodata";
  if (dr <= NO_DEPLETION_MM && dp > 0) return "excess";
  if (dr > raw) return "stress";
  return dr + lookAheadUse(input) >= (input.trigger ?? raw) ? "irrigate" : "ok";
}

/** Statuses that ask for water. */
const isDry = (status: SectorStatus) => status === "irrigate" || status === "stress";

/**
 * The status where no water came since the one before: a sector does not get better by a moved AFD alone, but only across a margin in
 * % of it (hysteresis, †). `ahead` is the use that is looked ahead; depths in mm.
 */
export function heldStatus(
  status: SectorStatus,
  before: { status: SectorStatus; dr: number; raw: number; ahead: number; marginPct: number },
): SectorStatus {
  const { dr, raw, ahead, marginPct } = before;
  if (!isDry(before.status) || status !== "ok") return status;
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
  /** Hours that θ has stood more than one point above field capacity. */
  hoursAboveCapacity: number;
}

/** Wetter than field capacity by a point for this long is excess, h. */
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

/** From the worst to the best: what a sector with several monitors shows. */
const WORST_FIRST: readonly SectorStatus[] = ["stress", "irrigate", "excess", "nodata", "ok", "fallow"];

/** The worst of some statuses; none is no data. */
export function worstStatus(given: readonly SectorStatus[]): SectorStatus {
  return WORST_FIRST.find((status) => given.includes(status)) ?? "nodata";
}
