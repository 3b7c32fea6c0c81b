import { dailyVapourPressure, dewPoint, dewPointOf, growingDegreeDays } from "@lamina/agronomy/eto/air";
import { addDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { ChartSeries } from "../../../ui/chart/model/model.ts";
import { type DrawnSource, seasonOf } from "../chart-sources.ts";
import { text } from "../text.ts";
import { type Air, airOf, beyond, dayCount, humidAir, summaryOf, when } from "./air.ts";
import { bandOf, type Chart, type Drawing, emptyChart, type Fact, frameOf, hasReadings, lineOf } from "./drawing.ts";
import { accumulate, daysOf, last, type Point, type SeriesDay } from "./series-math.ts";

/** Limits of frost risk in the field and of harmful heat, in °C of the station's air (domain, 5; common practice). */
const FROST_C = 3;
const HEAT_C = 35;
/** Base of degree days when the crop has none, °C. */
const DEFAULT_BASE_C = 10;
/** Degree days are summed over at least this many days. */
const DEGREE_DAYS_FROM = 7;

const words = text.temperature;
const DEGREE_DAYS = { unit: "°C·d", decimals: 0 } as const;

/** Air temperature with its extremes, the dew point, and the sum of degree days. */
export function temperatureChart(drawing: Drawing): Chart {
  const { sources, step } = drawing;
  const [source] = sources;
  const title = text.chartTitle(words.title, source?.name ?? "");
  const air = airOf(drawing, "temperature");
  if (!air || !source) return emptyChart(drawing, title, { key: "t", unit: "°C" });
  const { main, timeZone } = air;
  const days = daysOf(main, timeZone);
  const dew = humidAir(air, dewPoint, (day) => dewPointOf(dailyVapourPressure(day)));
  const lastDew = last(main.at, dew);
  const gained = degreeDays(source, days, timeZone, endedBy(main, step, timeZone));
  const { facts, least, greatest } = summaryOf(air);
  return {
    model: {
      ...frameOf(drawing),
      title,
      axes: [{ key: "t", unit: "°C" }, ...(gained ? [{ key: "gdd", unit: DEGREE_DAYS.unit, include: [0] }] : [])],
      series: [
        ...bandOf(main, { key: "range", name: words.range, axis: "t", tone: 3 }, step),
        lineOf(main, { key: "t", name: words.mean[step], tone: 3, axis: "t" }, step),
        ...(lastDew
          ? [lineOf(main, { key: "dew", name: words.dewPoint, tone: 1, axis: "t", value: dew, flagged: [] }, step)]
          : []),
        ...(gained ? [gained.line] : []),
      ],
      marks: [
        { key: "frost", axis: "t", label: words.frost(FROST_C), from: FROST_C, tone: "danger" },
        { key: "heat", axis: "t", label: words.heat(HEAT_C), from: HEAT_C, tone: "warning" },
      ],
    },
    facts: [
      ...facts.map((fact) => withLimits(fact, least, greatest)),
      ...dewFact(lastDew, air),
      ...(gained ? [gained.fact] : []),
      ...extremeDays(days),
    ],
    hasReadings: hasReadings([main]),
  };
}

function withLimits(fact: Fact, least: Point | null, greatest: Point | null): Fact {
  if (fact.key === "min" && least && least.value <= FROST_C) return beyond(fact, "danger", words.frostWord);
  if (fact.key === "max" && greatest && greatest.value >= HEAT_C) return beyond(fact, "warning", words.heatWord);
  return fact;
}

function dewFact(point: Point | null, air: Air): Fact[] {
  return point ? [{ key: "dew", label: words.dewPoint, value: point.value, unit: "°C", ...when(point, air) }] : [];
}

/** The number of days with a risk of frost, and with heat. Leaves out a count of 0. */
function extremeDays(days: readonly SeriesDay[]): Fact[] {
  const frosts = days.filter(({ min }) => min !== null && min <= FROST_C).length;
  const heats = days.filter(({ max }) => max !== null && max >= HEAT_C).length;
  return [
    ...(frosts > 0 ? [dayCount("frosts", words.frostDays(FROST_C), frosts)] : []),
    ...(heats > 0 ? [dayCount("heats", words.heatDays(HEAT_C), heats)] : []),
  ];
}

/**
 * True for a day that has ended: the extremes of a day under way are not known yet, and its sum would be drawn ahead of
 * now. Values by days are all drawn at noon.
 */
function endedBy({ at, mean }: Pick<Air["main"], "at" | "mean">, step: Drawing["step"], timeZone: string) {
  const newest = last(at, mean)?.at ?? 0;
  return ({ day }: SeriesDay) =>
    step === "day" || step === "month" || startOfFarmDay(addDays(day, 1), timeZone) - newest <= 2 * HOUR_MS;
}

/** The running sum of degree days above the base of the season's crop; null for too few days. */
function degreeDays(
  source: DrawnSource,
  all: readonly SeriesDay[],
  timeZone: string,
  hasEnded: (day: SeriesDay) => boolean,
): { line: ChartSeries; fact: Fact } | null {
  if (all.length < DEGREE_DAYS_FROM) return null;
  const days = all.filter(hasEnded);
  const season = seasonOf(source);
  const base = season?.tBase ?? DEFAULT_BASE_C;
  const at = days.map(({ day }) => startOfFarmDay(day, timeZone));
  const value = accumulate(
    days.map(({ min, max }) => (min === null || max === null ? null : growingDegreeDays(max, min, base))),
  );
  const common = { key: "gdd", ...DEGREE_DAYS };
  return {
    line: { ...common, name: words.degreeDays, shape: "line", tone: "muted", axis: "gdd", step: "day", at, value },
    fact: {
      ...common,
      label: words.degreeDays,
      value: last(at, value)?.value ?? null,
      note: words.base(base, season?.tBase != null ? season.cropName : null),
    },
  };
}
