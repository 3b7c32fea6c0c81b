import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { DayRecord, KnownDay } from "./day-record.ts";
import type { ForecastDay } from "./forecasts.ts";

/** A day that has not been, or of which nothing is known yet. */
export interface OutlookDay extends KnownDay {
  /** Rain that is forecast on top of what was recorded, mm. */
  rainForecast: number;
  rainProbPct: number | null;
  /** Whether a forecast says so; else the use of the last days continues. */
  forecast: boolean;
}

/** ETo where nobody has measured or forecast any, mm/d: a mild day (FAO-56 Table 22 tabulates p at 5 mm/d of ETc). */
const TYPICAL_ETO = 5;

/**
 * What is expected of some days: ETo and rain of the forecast, else the mean ETo of the days before and no rain. What was
 * recorded of a day (a rain this morning) is in it.
 */
export function outlookOf(
  days: readonly DayRecord[],
  forecast: ReadonlyMap<FarmDay, ForecastDay>,
  etoBefore: readonly number[],
): OutlookDay[] {
  const usual = etoBefore.length > 0 ? etoBefore.reduce((sum, eto) => sum + eto, 0) / etoBefore.length : TYPICAL_ETO;
  return days.map((day) => {
    const ahead = forecast.get(day.date);
    return {
      ...day,
      eto: day.eto ?? ahead?.eto ?? usual,
      rhMin: day.rhMin ?? ahead?.rhMin ?? null,
      tMax: day.tMax ?? ahead?.tMax ?? null,
      tMin: day.tMin ?? ahead?.tMin ?? null,
      rainForecast: Math.max(0, (ahead?.rain ?? 0) - day.rain),
      rainProbPct: ahead?.rainProbPct ?? null,
      forecast: typeof ahead?.eto === "number",
      measured: day.measured && day.eto !== null,
    };
  });
}
