import type { Series } from "@lamina/shared/telemetry";
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
import { soilMean } from "./soil-chart.ts";
import type { Subject } from "./steps.ts";
import { text } from "./text.ts";

/** The one line that stands for a source among others. */
interface Compared {
  series: Series;
  value: Values;
  unit: string;
}

/** Several sources of a subject, one line each; sources with units of their own get an axis of their own. */
export function comparison(subject: Exclude<Subject, "pluviometry">, drawing: Drawing): Chart {
  const lines = drawing.sources.flatMap((source, index) => {
    const compared = source.monitor ? soilMean(drawing, source.monitor, source.sensors) : own(source.sensors[0]?._id);
    return compared ? [{ source, tone: COMPARE_TONES[index] ?? ("muted" as const), ...compared }] : [];
  });
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const decimals = subject === "soilmoisture" && drawing.unit === "storage" ? { decimals: 0 } : {};
  const nameOf = (source: Drawing["sources"][number]) =>
    source.place ? `${source.place} · ${source.name}` : source.name;
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
            name: nameOf(source),
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
    facts: lines.map(({ source, series, value, unit }) => ({
      key: source.id,
      label: nameOf(source),
      value: last(series.at, value)?.value ?? null,
      unit,
      ...decimals,
      note: source.farm.name,
    })),
    hasReadings: hasReadings(lines.map(({ series }) => series)),
  };

  function own(sensorId: string | undefined): Compared | null {
    const series = seriesOf(drawing.data, sensorId);
    return series ? { series, value: series.mean, unit: series.unit } : null;
  }
}
