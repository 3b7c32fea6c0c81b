import type { Series } from "@lamina/shared/records/readings";
import type { SourceMonitor } from "@lamina/shared/views/sources";
import type { Subject } from "../steps.ts";
import { text } from "../text.ts";
import { when } from "./air.ts";
import {
  type Chart,
  COMPARE_TONES,
  type Drawing,
  frameOf,
  hasReadings,
  lineOf,
  seriesOf,
  type Values,
} from "./drawing.ts";
import { last } from "./series-math.ts";
import { profileOf, soilReadings, storageOf } from "./soil-readings.ts";

/** One line of the comparison, for one source. */
interface Compared {
  series: Series;
  value: Values;
  unit: string;
}

/** Several sources of a subject, one line each. Each unit has its own axis. */
export function comparison(subject: Exclude<Subject, "pluviometry">, drawing: Drawing): Chart {
  const lines = drawing.sources.flatMap((source, index) => {
    const compared = source.monitor ? soilOf(source.monitor, source.sensors) : meanOf(source.sensors[0]?._id);
    return compared ? [{ source, tone: COMPARE_TONES[index] ?? ("muted" as const), ...compared }] : [];
  });
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const decimals = subject === "soilmoisture" && drawing.unit === "storage" ? { decimals: 0 } : {};
  return {
    model: {
      ...frameOf(drawing),
      title: text.tabs[subject],
      axes: units.slice(0, 2).map((unit) => ({ key: unit, unit })),
      series: lines.map(({ source, series, value, unit, tone }) =>
        lineOf(
          series,
          {
            key: source.id,
            name: source.label,
            tone,
            axis: unit,
            unit,
            ...decimals,
            value,
            ...(source.monitor && { flagged: [] }),
          },
          drawing.step,
        ),
      ),
    },
    facts: lines.map(({ source, series, value, unit }) => {
      const point = last(series.at, value);
      const { note } = when(point, { step: drawing.step, timeZone: source.farm.timezone });
      return {
        key: source.id,
        label: source.label,
        value: point?.value ?? null,
        unit,
        ...decimals,
        note: [source.farm.name, note].filter(Boolean).join(" · "),
      };
    }),
    hasReadings: hasReadings(lines.map(({ series }) => series)),
  };

  /** The mean of a monitor's depths; as storage when that unit is selected and the soil is known. */
  function soilOf(monitor: SourceMonitor, drawn: readonly { _id: string }[]): Compared | null {
    const readings = soilReadings(drawing, monitor, drawn);
    const series = readings?.depths[0]?.series;
    if (!readings || !series) return null;
    const sensors = readings.depths.map(({ sensor }) => sensor);
    const profile = drawing.unit === "storage" && readings.isMoisture ? profileOf(sensors, monitor.p) : null;
    if (!profile) return { series, value: readings.mean, unit: readings.unit };
    const value = readings.mean.map((theta) => (theta === null ? null : storageOf(theta, profile)));
    return { series, value, unit: text.soil.storageUnit };
  }

  function meanOf(sensorId: string | undefined): Compared | null {
    const series = seriesOf(drawing.data, sensorId);
    return series ? { series, value: series.mean, unit: series.unit } : null;
  }
}
