/** What is known of a day's rain, mm; undefined where there is none of that kind. */
export interface RainDay {
  date: string;
  forecastMm?: number;
  measuredMm?: number;
  /** Where the measurement comes from: a gauge, a person. */
  gauge?: string;
  /** Effective part of the measured rain, mm. */
  effectiveMm?: number;
  /** What a recommendation counted on, of the forecast, before the day was over, mm. */
  countedOnForecastMm?: number;
}

/** The day's rain, accounted for. */
export interface RainAccount {
  date: string;
  forecastMm: number | null;
  measuredMm: number | null;
  gauge: string | null;
  /** What the balance counts, mm: the effective rain once measured, until then what was counted on the forecast. */
  countedMm: number;
  countedFrom: "measured" | "forecast" | "none";
  /** Measured less forecast, mm. */
  errorMm: number | null;
  /** Forecast rain that was counted on and did not fall: given back to the depletion, mm. */
  returnedMm: number;
}

/** Forecast, measured and counted rain of each day side by side; a forecast that failed is visibly given back. */
export function accountForRain(days: readonly RainDay[]): RainAccount[] {
  return days.map((day) => {
    const { forecastMm, measuredMm, countedOnForecastMm = 0 } = day;
    const measured = measuredMm !== undefined;
    const countedMm = measured ? (day.effectiveMm ?? measuredMm) : countedOnForecastMm;
    return {
      date: day.date,
      forecastMm: forecastMm ?? null,
      measuredMm: measuredMm ?? null,
      gauge: day.gauge ?? null,
      countedMm,
      countedFrom: measured ? "measured" : countedOnForecastMm > 0 ? "forecast" : "none",
      errorMm: measured && forecastMm !== undefined ? measuredMm - forecastMm : null,
      returnedMm: measured ? Math.max(0, countedOnForecastMm - countedMm) : 0,
    };
  });
}
