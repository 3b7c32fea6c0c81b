import { addDays, farmDays, startOfFarmDay } from "@lamina/shared/farm-time";
import type { ChartSeries, ChartSpan } from "../../ui/chart/model.ts";
import { formatDate, formatTime } from "../../ui/format.ts";
import {
  amounts,
  type Chart,
  COMPARE_TONES,
  type Drawing,
  type Fact,
  frameOf,
  hasReadings,
  seriesOf,
} from "./drawing.ts";
import { drySpells, normalOfDay, type RainDay, rainDays, rainMonths } from "./rain-days.ts";
import { accumulate, daysOf, extreme, type Point, total } from "./series-math.ts";
import { text } from "./text.ts";

/** Rain of an hour that runs off rather than soaks in (domain, 5; common practice). */
export const INTENSE_MM_H = 20;
/** A dry spell is shown from so many days on. */
const SPELL_DAYS = 5;
/** Over a shorter time the usual rain of a month says nothing. */
const NORMAL_FROM_DAYS = 7;

const words = text.rain;
/** A series of rain: key, name and what its steps hold. */
type Bars = Pick<ChartSeries, "key" | "name" | "tone" | "at" | "value" | "step">;
const bars = (series: Bars): ChartSeries => ({ ...series, unit: "mm", shape: "bar", axis: "mm" });
const sums = (series: Bars): ChartSeries => ({ ...series, unit: "mm", shape: "line", axis: "sum" });

/** Rain per hour, day or month, its sum, what is usual, and what of it counts. */
export function rainChart(drawing: Drawing): Chart {
  const { sources, range, step, data, rainMinFracEto } = drawing;
  const [source] = sources;
  const timeZone = source?.farm.timezone ?? "UTC";
  const series = seriesOf(data, source?.sensors[0]?._id);
  const days = series ? rainDays(daysOf(series, timeZone), data.weather, rainMinFracEto) : [];
  const normal = source?.farm.rainNormalMm ?? null;
  const spells = drySpells(days, SPELL_DAYS);
  const drawn = !series
    ? []
    : step === "month"
      ? monthSeries(days, normal, timeZone)
      : [...stepSeries(drawing, days), ...normalSeries(drawing, normal)];
  return {
    model: {
      ...frameOf(drawing),
      title: text.chartTitle(words.title, source?.name ?? ""),
      axes: [
        { key: "mm", unit: "mm", include: [0, 5] },
        ...(step === "month" ? [] : [{ key: "sum", unit: "mm", include: [0] }]),
      ],
      series: drawn.map((one, index) => (index === 0 && series ? { ...one, flagged: series.flagged } : one)),
      marks:
        step === "hour"
          ? [{ key: "intense", axis: "mm", label: words.intense, from: INTENSE_MM_H, tone: "warning" }]
          : [],
      spans: step === "month" ? [] : spells.map((spell) => spanOf(spell, timeZone)),
    },
    facts: factsOf(
      drawing,
      days,
      normal,
      step === "hour" && series ? extreme(series.at, amounts(series), "max") : null,
    ),
    hasReadings: series !== undefined && hasReadings([series]),
  };

  function factsOf(
    of: Drawing,
    known: readonly RainDay[],
    usual: readonly number[] | null,
    hardest: Point | null,
  ): Fact[] {
    const fell = total(known.map(({ mm }) => mm));
    const expected = usual && total(known.map(({ day }) => normalOfDay(usual, day)));
    const longest = drySpells(known, 1).reduce((most, spell) => Math.max(most, spell.days), 0);
    const compared =
      expected && fell !== null && known.length >= NORMAL_FROM_DAYS
        ? words.ofNormal((100 * fell) / expected, expected)
        : undefined;
    return [
      { key: "total", label: words.total, value: fell, unit: "mm", ...(compared && { note: compared }) },
      {
        key: "effective",
        label: words.effective,
        value: total(known.map(({ effectiveMm }) => effectiveMm)),
        unit: "mm",
        note: words.effectiveRule(of.rainMinFracEto),
      },
      {
        key: "wet",
        label: words.wetDays,
        value: known.filter(({ effectiveMm, mm }) => (effectiveMm ?? mm ?? 0) > 0).length,
        unit: "",
        decimals: 0,
        note: words.ofDays(known.filter(({ mm }) => mm !== null).length),
      },
      { key: "dry", label: words.longestDry, value: longest, unit: longest === 1 ? text.day : text.days, decimals: 0 },
      ...(hardest
        ? [
            {
              key: "hardest",
              label: words.hardest,
              value: hardest.value,
              unit: "mm/h",
              note: `${formatDate(hardest.at, timeZone)} ${formatTime(hardest.at, timeZone)}${hardest.value >= INTENSE_MM_H ? ` · ${words.intenseWord}` : ""}`,
              ...(hardest.value >= INTENSE_MM_H && { level: "warning" as const }),
            },
          ]
        : []),
    ];
  }
  function stepSeries(of: Drawing, known: readonly RainDay[]): ChartSeries[] {
    if (!series) return [];
    const common = { at: series.at, step };
    const daily = (value: (day: RainDay) => number | null) => ({
      at: known.map(({ day }) => startOfFarmDay(day, timeZone)),
      value: known.map(value),
      step: "day" as const,
    });
    return [
      bars({ ...common, key: "rain", name: words.perStep[of.step], tone: "rain", value: amounts(series) }),
      ...(step === "day"
        ? [bars({ ...daily(({ effectiveMm }) => effectiveMm), key: "effective", name: words.effective, tone: 1 })]
        : []),
      sums({ ...common, key: "sum", name: words.accumulated, tone: "strong", value: accumulate(amounts(series)) }),
    ];
  }

  function normalSeries(of: Drawing, usual: readonly number[] | null): ChartSeries[] {
    const all = farmDays(range.firstDay, range.lastDay);
    if (!usual || all.length < NORMAL_FROM_DAYS) return [];
    // Each day's end is where its usual rain has fallen.
    const at = all.map((day) => startOfFarmDay(of.step === "day" ? day : addDays(day, 1), timeZone));
    const value = accumulate(all.map((day) => normalOfDay(usual, day)));
    return [
      sums({ key: "normal", name: words.normalSum, tone: "muted", at, value, step: of.step === "day" ? "day" : "raw" }),
    ];
  }
}

function spanOf(spell: { from: string; to: string; days: number }, timeZone: string): ChartSpan {
  return {
    key: spell.from,
    label: words.spell(spell.days),
    from: startOfFarmDay(spell.from, timeZone),
    to: startOfFarmDay(addDays(spell.to, 1), timeZone),
    tone: "neutral",
  };
}

function monthSeries(days: readonly RainDay[], normal: readonly number[] | null, timeZone: string): ChartSeries[] {
  const months = rainMonths(days, normal, timeZone);
  const common = { at: months.map(({ at }) => at), step: "month" as const };
  return [
    bars({ ...common, key: "rain", name: words.perStep.month, tone: "rain", value: months.map(({ mm }) => mm) }),
    bars({
      ...common,
      key: "effective",
      name: words.effective,
      tone: 1,
      value: months.map((month) => month.effectiveMm),
    }),
    ...(normal
      ? [
          bars({
            ...common,
            key: "normal",
            name: words.normal,
            tone: "muted" as const,
            value: months.map(({ normalMm }) => normalMm),
          }),
        ]
      : []),
  ];
}

/** Rain of several gauges: each with its bars and its sum, in its tone. */
export function rainComparison(drawing: Drawing): Chart {
  const { sources, step, data } = drawing;
  const found = sources.flatMap((source, index) => {
    const series = seriesOf(data, source.sensors[0]?._id);
    return series ? [{ source, series, tone: COMPARE_TONES[index] ?? "muted" }] : [];
  });
  const steps = found.map(({ source, series, tone }) => {
    if (step !== "month") return { source, tone, at: series.at, value: amounts(series) };
    const days = rainDays(daysOf(series, source.farm.timezone), [], 0);
    const months = rainMonths(days, null, source.farm.timezone);
    return { source, tone, at: months.map(({ at }) => at), value: months.map(({ mm }) => mm) };
  });
  return {
    model: {
      ...frameOf(drawing),
      title: words.title,
      axes: [
        { key: "mm", unit: "mm", include: [0, 5] },
        ...(step === "month" ? [] : [{ key: "sum", unit: "mm", include: [0] }]),
      ],
      series: steps.flatMap(({ source, tone, at, value }) => [
        bars({ key: source.id, name: source.name, tone, at, value, step }),
        ...(step === "month"
          ? []
          : [
              sums({
                key: `${source.id}-sum`,
                name: words.accumulatedOf(source.name),
                tone,
                at,
                value: accumulate(value),
                step,
              }),
            ]),
      ]),
    },
    facts: steps.map(({ source, value }) => ({
      key: source.id,
      label: source.name,
      value: total(value),
      unit: "mm",
      note: farmNote(source.farm.name, value.filter((one) => (one ?? 0) > 0).length),
    })),
    hasReadings: hasReadings(found.map(({ series }) => series)),
  };

  function farmNote(farm: string, wetSteps: number): string {
    return step === "day" ? `${farm} · ${words.wet(wetSteps)}` : farm;
  }
}
