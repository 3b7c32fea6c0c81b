import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { DayRecord, KnownDay } from "./day-record.ts";
import type { ForecastDay, RestOfDay } from "./forecasts.ts";

/** A future day, or a day without data yet. */
export interface OutlookDay extends KnownDay {
  /** Forecast rain beyond the recorded rain, mm. */
  rainForecast: number;
  rainProbPct: number | null;
  /** Equally probable amounts of that rain, mm, ascending; null without an ensemble. */
  rainAmounts: readonly number[] | null;
  /** Whether a forecast covers the day; otherwise the use of the last days continues. */
  forecast: boolean;
}

/** ETo without any measurement or forecast, mm/d: a mild day (FAO-56 Table 22 tabulates p at 5 mm/d of ETc). */
const TYPICAL_ETO = 5;

/**
 * The outlook of some days: ETo and rain of the forecast, else the mean ETo of the days before and no rain. Includes
 * records of a day, such as this morning's rain; rain of hours that have passed is no longer expected.
 */
export function outlookOf(
  days: readonly DayRecord[],
  forecast: ReadonlyMap<FarmDay, ForecastDay>,
  etoBefore: readonly number[],
  rest?: RestOfDay,
): OutlookDay[] {
  const usual = etoBefore.length > 0 ? etoBefore.reduce((sum, eto) => sum + eto, 0) / etoBefore.length : TYPICAL_ETO;
  return days.map((day) => {
    const ahead = forecast.get(day.date);
    const share = rest?.date === day.date && ahead?.rain ? Math.min(1, rest.rainMm / ahead.rain) : 1;
    const toCome = (mm: number) => Math.max(0, Math.min(mm - day.rain, share * mm));
    return {
      ...day,
      eto: day.eto ?? ahead?.eto ?? usual,
      rhMin: day.rhMin ?? ahead?.rhMin ?? null,
      tMax: day.tMax ?? ahead?.tMax ?? null,
      tMin: day.tMin ?? ahead?.tMin ?? null,
      rainForecast: toCome(ahead?.rain ?? 0),
      rainProbPct: ahead?.rainProbPct ?? null,
      rainAmounts: ahead?.rainAmounts?.map(toCome) ?? null,
      forecast: typeof ahead?.eto === "number",
      measured: day.measured && day.eto !== null,
    };
  });
}
