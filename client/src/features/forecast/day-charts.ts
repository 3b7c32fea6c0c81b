import { type FarmDay, farmDayRange } from "@lamina/shared/core/farm-time";
import type { ChartModel, ChartSeries } from "../../ui/chart/model/model.ts";
import { type ForecastHour, hourStarts, IRRIGATION_WIND_KMH } from "./hours.ts";
import { text } from "./text.ts";

const words = text.daily;

type HourValue = (hour: ForecastHour) => number | null;

/** The two charts of a day: air with rain, and the conditions for irrigation and spraying. Today shows its values of now. */
export function dayCharts(
  hours: readonly ForecastHour[],
  day: FarmDay,
  timeZone: string,
  dayName: string,
  now: number,
): [ChartModel, ChartModel] {
  const at = hourStarts(day, timeZone);
  const byStart = new Map(hours.map((hour) => [hour.at, hour] as const));
  const values = (pick: HourValue) =>
    at.map((start) => {
      const hour = byStart.get(start);
      return hour ? pick(hour) : null;
    });
  const line = (
    key: string,
    name: string,
    axis: string,
    tone: ChartSeries["tone"],
    unit: string,
    pick: HourValue,
  ): ChartSeries => ({
    key,
    name,
    unit,
    shape: "line",
    tone,
    axis,
    step: "hour",
    at,
    value: values(pick),
  });
  const range = farmDayRange(day, day, timeZone);
  const isToday = range.from <= now && now < range.to;
  const frame = { timeZone, ...range, ...(isToday && { restAt: now }) };
  return [
    {
      ...frame,
      title: words.airChart(dayName),
      axes: [
        { key: "t", unit: "°C" },
        { key: "percent", unit: "%", include: [0, 100] },
        { key: "rain", unit: "mm", lower: true, include: [0, 5] },
      ],
      series: [
        line("t", words.temperature, "t", 3, "°C", ({ temp }) => temp),
        line("rh", words.humidity, "percent", 1, "%", ({ rh }) => rh),
        line("chance", words.probability, "percent", "muted", "%", ({ rainProbPct }) => rainProbPct),
        { ...line("rain", words.rain, "rain", "rain", "mm", ({ rain }) => rain), shape: "bar" },
      ],
    },
    {
      ...frame,
      title: words.windChart(dayName),
      axes: [
        { key: "wind", unit: "km/h", include: [0] },
        { key: "delta", unit: "°C", include: [0, 12] },
        { key: "rad", unit: "W/m²", lower: true, include: [0, 200] },
      ],
      series: [
        line("wind", words.wind, "wind", 1, "km/h", ({ windKmh }) => windKmh),
        line("gust", words.gust, "wind", 4, "km/h", ({ gustKmh }) => gustKmh),
        line("delta", words.deltaT, "delta", 3, "°C", ({ deltaT }) => deltaT),
        { ...line("rad", words.radiation, "rad", 5, "W/m²", ({ radWm2 }) => radWm2), shape: "bar" },
      ],
      marks: [
        { key: "wind", axis: "wind", label: words.windLimit, from: IRRIGATION_WIND_KMH, tone: "warning" },
        { key: "good", axis: "delta", label: words.good, from: 2, to: 8, tone: "neutral" },
      ],
    },
  ];
}
