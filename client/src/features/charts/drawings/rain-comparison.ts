import { text } from "../text.ts";
import { amounts, type Chart, COMPARE_TONES, type Drawing, frameOf, hasReadings, seriesOf } from "./drawing.ts";
import { monthFrame, rainAxes, rainBars, rainSum } from "./rain-chart.ts";
import { rainDays, rainMonths } from "./rain-days.ts";
import { accumulate, daysOf, total } from "./series-math.ts";

const words = text.rain;

/** Rain of several gauges: bars and sum of each, in its own tone. */
export function rainComparison(drawing: Drawing): Chart {
  const { sources, step, data } = drawing;
  const found = sources.flatMap((source, index) => {
    const series = seriesOf(data, source.sensors[0]?._id);
    if (!series) return [];
    const { timezone } = source.farm;
    const months = step === "month" ? rainMonths(rainDays(daysOf(series, timezone), [], 0), null, timezone) : [];
    const steps =
      step === "month"
        ? { at: months.map(({ at }) => at), value: months.map(({ mm }) => mm) }
        : { at: series.at, value: amounts(series) };
    return [{ source, series, months, tone: COMPARE_TONES[index] ?? ("muted" as const), ...steps }];
  });
  const frame = frameOf(drawing);
  return {
    model: {
      ...(step === "month" ? monthFrame(frame, found[0]?.months ?? []) : frame),
      title: words.title,
      axes: rainAxes(step),
      series: found.flatMap(({ source: { id, label }, series, tone, at, value }) => [
        { ...rainBars({ key: id, name: label, tone, at, value, step }), flagged: series.flagged },
        ...(step === "month"
          ? []
          : [
              rainSum({ key: `${id}-sum`, name: words.accumulatedOf(label), tone, at, value: accumulate(value), step }),
            ]),
      ]),
    },
    facts: found.map(({ source: { id, label, farm }, value }) => ({
      key: id,
      label,
      value: total(value),
      unit: "mm",
      note: step === "day" ? `${farm.name} · ${words.wet(value.filter((mm) => (mm ?? 0) > 0).length)}` : farm.name,
    })),
    hasReadings: hasReadings(found.map(({ series }) => series)),
  };
}
