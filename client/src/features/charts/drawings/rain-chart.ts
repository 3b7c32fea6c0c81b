import { addDays, farmDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import type { ChartModel, ChartSeries, ChartSpan } from "../../../ui/chart/model/model.ts";
import { text } from "../text.ts";
import {
  amounts,
  type Chart,
  type Drawing,
  type Frame,
  frameOf,
  hasReadings,
  seriesOf,
  type Values,
} from "./drawing.ts";
import {
  type DrySpell,
  drySpells,
  normalOfDay,
  type RainDay,
  type RainMonth,
  rainDays,
  rainMonths,
} from "./rain-days.ts";
import { INTENSE_MM_H, NORMAL_FROM_DAYS, rainFacts } from "./rain-facts.ts";
import { accumulate, daysOf, extreme } from "./series-math.ts";

/** Dry spells of at least this many days are shown. */
const SPELL_DAYS = 5;

const words = text.rain;

/** The name and the step of a series of rain. */
type Rain = Pick<ChartSeries, "key" | "name" | "tone" | "at" | "value" | "step">;
export const rainBars = (series: Rain): ChartSeries => ({ ...series, unit: "mm", shape: "bar", axis: "mm" });
export const rainSum = (series: Rain): ChartSeries => ({ ...series, unit: "mm", shape: "line", axis: "sum" });

/** The axis of the bars, and the axis of their sum unless each bar is a month. */
export function rainAxes(step: Drawing["step"]): ChartModel["axes"] {
  const bars = { key: "mm", unit: "mm", include: [0, 5] };
  return step === "month" ? [bars] : [bars, { key: "sum", unit: "mm", name: words.sumAxis, include: [0] }];
}

/** Whole months, from the start of the first to the end of the last. */
export function monthFrame(frame: Frame, months: readonly Pick<RainMonth, "at" | "end">[]): Frame {
  return { ...frame, from: months[0]?.at ?? frame.from, to: months.slice(-1)[0]?.end ?? frame.to };
}

/** Rain by hour, day or month, its sum, the normal sum, and the effective part. */
export function rainChart(drawing: Drawing): Chart {
  const { sources, step, data, rainMinFracEto } = drawing;
  const [source] = sources;
  const frame = frameOf(drawing);
  const series = seriesOf(data, source?.sensors[0]?._id);
  const days = series ? rainDays(daysOf(series, frame.timeZone), data.weather, rainMinFracEto) : [];
  const normal = source?.farm.rainNormalMm ?? null;
  const months = step === "month" ? rainMonths(days, normal, frame.timeZone) : [];
  const common = { title: text.chartTitle(words.title, source?.name ?? ""), axes: rainAxes(step) };
  const hardest = step === "hour" && series ? extreme(series.at, amounts(series), "max") : null;
  return {
    model:
      step === "month"
        ? { ...monthFrame(frame, months), ...common, series: monthSeries(months) }
        : {
            ...frame,
            ...common,
            series: series ? [...stepSeries(drawing, series, days), ...normalSeries(drawing, normal)] : [],
            marks:
              step === "hour"
                ? [{ key: "intense", axis: "mm", label: words.intense, from: INTENSE_MM_H, tone: "warning" }]
                : [],
            spans: drySpells(days, SPELL_DAYS).map((spell) => spanOf(spell, frame.timeZone)),
          },
    facts: rainFacts({ days, normal, hardest, minFracEto: rainMinFracEto, timeZone: frame.timeZone }),
    hasReadings: series !== undefined && hasReadings([series]),
  };
}

/** The rain of each step with its running sum; for days also the effective part. */
function stepSeries(
  drawing: Drawing,
  series: Drawing["data"]["series"][number],
  days: readonly RainDay[],
): ChartSeries[] {
  const { step } = drawing;
  const { timeZone } = frameOf(drawing);
  const fell = { at: series.at, step, value: amounts(series) };
  const effective = {
    at: days.map(({ day }) => startOfFarmDay(day, timeZone)),
    step,
    value: days.map(({ effectiveMm }) => effectiveMm),
  };
  return [
    { ...rainBars({ ...fell, key: "rain", name: words.perStep[step], tone: "rain" }), flagged: series.flagged },
    ...(step === "day" ? [rainBars({ ...effective, key: "effective", name: words.effective, tone: 1 })] : []),
    rainSum({ ...fell, key: "sum", name: words.accumulated, tone: "strong", value: accumulate(fell.value) }),
  ];
}

/** The normal sum, for periods that are long enough to compare. */
function normalSeries({ sources, range, step }: Drawing, normal: readonly number[] | null): ChartSeries[] {
  const { timeZone } = frameOf({ sources, range });
  const days = farmDays(range.firstDay, range.lastDay);
  if (!normal || days.length < NORMAL_FROM_DAYS) return [];
  // In steps of hours the value is at the end of its day.
  const at = days.map((day) => startOfFarmDay(step === "day" ? day : addDays(day, 1), timeZone));
  const value = accumulate(days.map((day) => normalOfDay(normal, day)));
  return [
    rainSum({ key: "normal", name: words.normalSum, tone: "muted", at, value, step: step === "day" ? "day" : "raw" }),
  ];
}

function monthSeries(months: readonly RainMonth[]): ChartSeries[] {
  const bars = (key: string, name: string, tone: Rain["tone"], value: Values) =>
    rainBars({ key, name, tone, value, at: months.map(({ at }) => at), step: "month" });
  const normal = months.map(({ normalMm }) => normalMm);
  return [
    bars(
      "rain",
      words.perStep.month,
      "rain",
      months.map(({ mm }) => mm),
    ),
    bars(
      "effective",
      words.effective,
      1,
      months.map(({ effectiveMm }) => effectiveMm),
    ),
    ...(normal.some((mm) => mm !== null) ? [bars("normal", words.normal, "muted", normal)] : []),
  ];
}

function spanOf({ from, to, days }: DrySpell, timeZone: string): ChartSpan {
  return {
    key: from,
    label: words.spell(days),
    from: startOfFarmDay(from, timeZone),
    to: startOfFarmDay(addDays(to, 1), timeZone),
    tone: "neutral",
  };
}
