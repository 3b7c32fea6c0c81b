import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Watering } from "@lamina/shared/records/irrigation";
import type { DayRain } from "../../weather/rain-of-days.ts";

/** The inputs of a day of a sector for its balance; depths in mm. */
export interface DayRecord {
  date: FarmDay;
  /** Null while it is unknown. */
  eto: number | null;
  /** Whether rain and every input of ETo were measured. */
  measured: boolean;
  /** Effective rain; on an incomplete day the amount that the gauge measured, a lower bound. */
  rain: number;
  /** Source of the rain; null without a measurement: then the rain is not known to be 0. */
  rainSource: "station" | "manual" | null;
  /** How the rain is known; null when no gauge measures and no person recorded it. */
  rainState: DayRain["state"];
  /** The gauge that measured, or that should have measured. */
  gauge: DayRain["gauge"];
  irrGross: number;
  irrNet: number;
  /** Source of the day's waterings; null without any. */
  irrSource: Watering["source"] | "several" | null;
  /** Planned waterings that have not begun: they count in projections, and in no depletion. */
  planned: { grossMm: number; netMm: number };
  u2: number | null;
  rhMin: number | null;
  /** Extremes of the air, °C. */
  tMax: number | null;
  tMin: number | null;
  /** Depletion that a person set for the end of the day. */
  adjustedDr?: number | undefined;
  /** Cover of the ground that was seen that day, 0 to 1. */
  cover?: number | undefined;
  /** Gross depth that was recommended that day. */
  recommendedMm?: number | null | undefined;
}

/** A day with a known or substituted ETo. */
export type KnownDay = DayRecord & { eto: number };

/**
 * Days up to the last with a known ETo. A gap between two known days is filled with the ETo of the day before it, as an
 * estimate, because an outage of the station must not end the balance. `before` is the ETo of the day before the first.
 */
export function bridgeGaps(days: readonly DayRecord[], before: number | null): KnownDay[] {
  const end = days.findLastIndex(({ eto }) => eto !== null) + 1;
  const start = before === null ? days.findIndex(({ eto }) => eto !== null) : 0;
  let eto = before ?? 0;
  return days.slice(Math.max(0, start), end).map((day) => {
    const known = day.eto !== null;
    eto = day.eto ?? eto;
    return { ...day, eto, measured: day.measured && known };
  });
}
