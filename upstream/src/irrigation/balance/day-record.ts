import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Watering } from "@lamina/shared/records/irrigation";
import type { DayRain } from "../../weather/rain-of-days.ts";

/** What is known of a day of a sector before its balance is computed; depths in mm. */
export interface DayRecord {
  date: FarmDay;
  /** Null while nobody knows it. */
  eto: number | null;
  /** Whether rain and every input of ETo were measured. */
  measured: boolean;
  /** What counts; of an incomplete day what its gauge collected, which is the least that fell. */
  rain: number;
  /** Who says so; null where nobody measured: then the rain is not known to be 0. */
  rainSource: "station" | "manual" | null;
  /** How the rain is known; null where nothing measures and nobody recorded. */
  rainState: DayRain["state"];
  /** Hours of the day in which the gauge was heard; null where that is unknown. */
  rainHours: number | null;
  /** The gauge that measured, or that was to. */
  gauge: DayRain["gauge"];
  irrGross: number;
  irrNet: number;
  /** Where the waterings of the day come from; null where there are none. */
  irrSource: Watering["source"] | "several" | null;
  /** What is planned and has not begun: it is in no depletion, only in projections. */
  planned: { grossMm: number; netMm: number };
  u2: number | null;
  rhMin: number | null;
  /** Extremes of the air, °C. */
  tMax: number | null;
  tMin: number | null;
  /** Depletion that a person set for the end of the day. */
  adjustedDr?: number | undefined;
  /** Gross depth that was recommended that day. */
  recommendedMm?: number | null | undefined;
}

/** A day whose ETo is known, or stands in for one that is not. */
export type KnownDay = DayRecord & { eto: number };

/**
 * Days up to the last whose ETo is known. A gap between two known days is bridged with the ETo of the day before it, as an
 * estimate: a station that was away for a while must not end the balance. `before` is the ETo of the day before the first.
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
