import { startOfFarmDay } from "@lamina/shared/core/farm-time";
import type { ChartSeries, Tone } from "../../../ui/chart/model/model.ts";
import { text } from "../text.ts";
import { type Chart, type Drawing, emptyChart, frameOf, hasReadings, lineOf, type Values } from "./drawing.ts";
import { soilFacts } from "./soil-facts.ts";
import { ownLimits, soilLimits } from "./soil-marks.ts";
import { type Profile, profileOf, type SoilReadings, soilReadings, storageOf } from "./soil-readings.ts";

const words = text.soil;
const DEPTH_TONES: readonly Tone[] = [1, 3, 2, 5, 6, 4];

/** Soil water by depth with the limits of the soil, and rain and irrigation in a second pane. */
export function soilChart(drawing: Drawing): Chart {
  const { sources, data, unit, sensorMarginPct } = drawing;
  const [source] = sources;
  const title = text.chartTitle(words.title, source?.label ?? "");
  const readings = source?.monitor ? soilReadings(drawing, source.monitor, source.sensors) : null;
  if (!source?.monitor || !readings) return emptyChart(drawing, title, { key: "soil", unit: "% vol" });
  const { monitor, farm } = source;
  const sensors = readings.depths.map(({ sensor }) => sensor);
  const profile = readings.isMoisture ? profileOf(sensors, data.balance.slice(-1)[0]?.p ?? monitor.p) : null;
  const asStorage = unit === "storage" && profile !== null;
  const limits = profile && soilLimits(profile, asStorage, sensorMarginPct);
  const water = waterSeries(drawing);
  return {
    model: {
      ...frameOf(drawing),
      title,
      axes: [
        {
          key: "soil",
          unit: asStorage ? words.storageUnit : readings.unit,
          ...(limits && { include: limits.include }),
        },
        ...(water.length > 0 ? [{ key: "water", unit: "mm", lower: true, include: [0, 5] }] : []),
      ],
      series: [...soilSeries(drawing, readings, asStorage ? profile : null), ...water],
      marks: limits?.marks ?? ownLimits(monitor),
    },
    facts: soilFacts(readings, profile, water, farm.timezone),
    hasReadings: hasReadings(readings.depths.map(({ series }) => series)),
  };
}

/**
 * One line for each depth and, for several depths, their mean. With `profile`, all as shares of the soil's storage
 * capacity.
 */
function soilSeries({ step }: Drawing, readings: SoilReadings, profile: Profile | null): ChartSeries[] {
  const { depths, mean, unit } = readings;
  const axis = { axis: "soil", unit: profile ? words.storageUnit : unit, ...(profile && { decimals: 0 }) };
  const lines = depths.map(({ sensor, series }, index) => {
    const shown = (theta: number) => (profile ? storageOf(theta, sensor) : theta);
    return lineOf(
      series,
      {
        ...axis,
        key: sensor._id,
        name: words.depth(sensor.depthCm),
        tone: DEPTH_TONES[index % DEPTH_TONES.length] ?? "muted",
        value: series.mean.map((theta) => (theta === null ? null : shown(theta))),
        flagged: series.flagged.map((point) => ({ ...point, value: shown(point.value) })),
      },
      step,
    );
  });
  const [first] = depths;
  if (!first || depths.length < 2) return lines;
  const value = profile ? mean.map((theta) => (theta === null ? null : storageOf(theta, profile))) : mean;
  const meanLine = { ...axis, key: "mean", name: words.mean, tone: "strong" as const, value, flagged: [] };
  return [...lines, lineOf(first.series, meanLine, step)];
}

/** Rain and irrigation by day from the balance, or the farm's rain when there is no balance. */
function waterSeries({ data, sources, range }: Drawing): ChartSeries[] {
  const { timeZone } = frameOf({ sources, range });
  const bars = (key: "rain" | "irrigation", days: readonly string[], value: Values): ChartSeries => ({
    key,
    name: words.water[key],
    unit: "mm",
    shape: "bar",
    tone: key,
    axis: "water",
    step: "day",
    at: days.map((day) => startOfFarmDay(day, timeZone)),
    value,
  });
  const rows = data.balance.filter(({ date }) => date >= range.firstDay);
  if (rows.length > 0) {
    const days = rows.map(({ date }) => date);
    return [
      bars(
        "rain",
        days,
        rows.map(({ rain }) => rain),
      ),
      bars(
        "irrigation",
        days,
        rows.map(({ irrGross }) => irrGross),
      ),
    ];
  }
  if (data.weather.length === 0) return [];
  return [
    bars(
      "rain",
      data.weather.map(({ date }) => date),
      data.weather.map(({ rain }) => rain),
    ),
  ];
}
