import {
  dailyVapourPressure,
  dailyVapourPressureDeficit,
  dewPoint,
  dewPointOf,
  growingDegreeDays,
  vapourPressureDeficit,
} from "@lamina/shared/air";
import { startOfFarmDay } from "@lamina/shared/farm-time";
import type { Series } from "@lamina/shared/telemetry";
import { formatDate, formatDateTime, formatTime } from "../../ui/format.ts";
import { seasonOf } from "./chart-sources.ts";
import {
  bandOf,
  type Chart,
  type Drawing,
  type Fact,
  frameOf,
  hasReadings,
  lineOf,
  seriesOf,
  type Values,
} from "./drawing.ts";
import { accumulate, average, combine, daysOf, extreme, last, type Point, valuesAt } from "./series-math.ts";
import { text } from "./text.ts";

/** Levels of dry air in % (domain, 5: the scale of Brazil's meteorological institute), the mildest first. */
export const DRY_AIR = [
  { key: "attention", from: 30, tone: "warning" },
  { key: "alert", from: 20, tone: "warning" },
  { key: "emergency", from: 12, tone: "danger" },
] as const;
/** Risk of frost in the field, and heat that harms, in °C of the station's air (domain, 5; common practice). */
export const FROST_C = 3;
export const HEAT_C = 35;
/** Base of degree days where no crop says its own, °C. */
const DEFAULT_BASE_C = 10;
/** Degree days are summed over at least so many days. */
const DEGREE_DAYS_FROM = 7;

interface Air {
  main: Series;
  timeZone: string;
  /** Temperature and humidity at the main series' moments, whichever of them that is. */
  temperature: Aligned;
  humidity: Aligned;
}

interface Aligned {
  mean: Values;
  min: Values;
  max: Values;
}

function aligned(main: Series, series: Series | undefined): Aligned {
  const at = (values: Values | undefined) => valuesAt(main.at, series, values ?? []);
  return { mean: at(series?.mean), min: at(series?.min), max: at(series?.max) };
}

function airOf({ sources, data }: Drawing, mainIsHumidity: boolean): Air | undefined {
  const [source] = sources;
  const [main, other] = [seriesOf(data, source?.sensors[0]?._id), seriesOf(data, source?.sensors[1]?._id)];
  if (!source || !main) return undefined;
  const [own, its] = [aligned(main, main), aligned(main, other)];
  return {
    main,
    timeZone: source.farm.timezone,
    temperature: mainIsHumidity ? its : own,
    humidity: mainIsHumidity ? own : its,
  };
}

/** A quantity of humid air per step: of a day from its extremes, of anything shorter from its means. */
function humidAir(
  { temperature, humidity }: Air,
  step: Drawing["step"],
  ofMoment: (t: number, rh: number) => number,
  ofDay: (day: { tMax: number; tMin: number; rhMax: number; rhMin: number }) => number,
): Values {
  if (step !== "day") return combine([temperature.mean, humidity.mean], (t, rh) => ofMoment(t, Math.max(1, rh)));
  return combine([temperature.max, temperature.min, humidity.max, humidity.min], (tMax, tMin, rhMax, rhMin) =>
    ofDay({ tMax, tMin, rhMax, rhMin }),
  );
}

/** A fact's note: when it was. */
function when(point: Point | null, timeZone: string, step: Drawing["step"]): { note?: string } {
  if (!point) return {};
  if (step === "day") return { note: formatDate(point.at, timeZone) };
  return {
    note:
      step === "hour"
        ? `${formatDate(point.at, timeZone)} ${formatTime(point.at, timeZone).slice(0, 2)} h`
        : formatDateTime(point.at, timeZone),
  };
}

/** Last, least, mean and greatest value of a series, each with its time. */
function summaryOf(
  { main, timeZone }: Air,
  step: Drawing["step"],
): { facts: Fact[]; least: Point | null; most: Point | null } {
  const [now, least, most] = [
    last(main.at, main.mean),
    extreme(main.at, main.min, "min"),
    extreme(main.at, main.max, "max"),
  ];
  const fact = (key: keyof typeof text.facts, point: Point | null): Fact => ({
    key,
    label: key === "last" ? text.lastOf[step] : text.facts[key],
    value: point?.value ?? null,
    unit: main.unit,
    ...when(point, timeZone, step),
  });
  const mean: Fact = { key: "mean", label: text.facts.mean, value: average(main.mean), unit: main.unit };
  return { facts: [fact("last", now), fact("min", least), mean, fact("max", most)], least, most };
}

/** Relative humidity with its extremes, and the vapour pressure deficit that it means. */
export function humidityChart(drawing: Drawing): Chart {
  const words = text.humidity;
  const { sources, step } = drawing;
  const title = text.chartTitle(words.title, sources[0]?.name ?? "");
  const air = airOf(drawing, true);
  if (!air) return nothing(drawing, title, [{ key: "rh", unit: "%" }]);
  const vpd = humidAir(air, step, vapourPressureDeficit, dailyVapourPressureDeficit);
  const { facts, least } = summaryOf(air, step);
  const level = least && DRY_AIR.findLast(({ from }) => least.value < from);
  const dryDays = daysOf(air.main, air.timeZone).filter(({ min }) => min !== null && min < DRY_AIR[0].from).length;
  const lastVpd = last(air.main.at, vpd);
  const hasVpd = lastVpd !== null;
  return {
    model: {
      ...frameOf(drawing),
      title,
      axes: [
        { key: "rh", unit: "%", include: [0, 100] },
        ...(hasVpd ? [{ key: "vpd", unit: "kPa", include: [0] }] : []),
      ],
      series: [
        ...bandOf(air.main, { key: "range", name: words.range, axis: "rh", tone: 1 }, step),
        lineOf(air.main, { key: "rh", name: words.mean[step], tone: 1, axis: "rh" }, step),
        ...(hasVpd
          ? [
              lineOf(
                air.main,
                {
                  key: "vpd",
                  name: words.vpd,
                  tone: 3,
                  axis: "vpd",
                  unit: "kPa",
                  decimals: 2,
                  value: vpd,
                  flagged: [],
                },
                step,
              ),
            ]
          : []),
      ],
      marks: DRY_AIR.map(({ key, from, tone }) => ({ key, axis: "rh", label: words.levels[key](from), from, tone })),
    },
    facts: [
      ...facts.map((fact) =>
        fact.key === "min" && level
          ? { ...fact, level: level.tone, note: [fact.note, words.levelWord[level.key]].filter(Boolean).join(" · ") }
          : fact,
      ),
      {
        key: "vpd",
        label: words.vpd,
        value: lastVpd?.value ?? null,
        unit: "kPa",
        decimals: 2,
        ...when(lastVpd, air.timeZone, step),
      },
      {
        key: "dry",
        label: words.dryDays(DRY_AIR[0].from),
        value: dryDays,
        unit: dryDays === 1 ? text.day : text.days,
        decimals: 0,
      },
    ],
    hasReadings: hasReadings([air.main]),
  };
}

/** Air temperature with its extremes, the dew point, and the degree days that it adds up to. */
export function temperatureChart(drawing: Drawing): Chart {
  const words = text.temperature;
  const { sources, step, range } = drawing;
  const [source] = sources;
  const title = text.chartTitle(words.title, source?.name ?? "");
  const air = airOf(drawing, false);
  if (!air || !source) return nothing(drawing, title, [{ key: "t", unit: "°C" }]);
  const { main, timeZone } = air;
  const dew = humidAir(air, step, dewPoint, (day) => dewPointOf(dailyVapourPressure(day)));
  const season = seasonOf(source);
  const base = season?.tBase ?? DEFAULT_BASE_C;
  const days = daysOf(main, timeZone);
  const gained = accumulate(
    days.map(({ min, max }) => (min === null || max === null ? null : growingDegreeDays(max, min, base))),
  );
  const sumsDegrees = days.length >= DEGREE_DAYS_FROM && range.firstDay !== range.lastDay;
  const { facts, least, most } = summaryOf(air, step);
  const lastDew = last(main.at, dew);
  const count = (test: (day: { min: number | null; max: number | null }) => boolean) => days.filter(test).length;
  const frosts = count(({ min }) => min !== null && min <= FROST_C);
  const heats = count(({ max }) => max !== null && max >= HEAT_C);
  const daysWord = (number: number) => (number === 1 ? text.day : text.days);
  return {
    model: {
      ...frameOf(drawing),
      title,
      axes: [{ key: "t", unit: "°C" }, ...(sumsDegrees ? [{ key: "gdd", unit: "°C·d", include: [0] }] : [])],
      series: [
        ...bandOf(main, { key: "range", name: words.range, axis: "t", tone: 3 }, step),
        lineOf(main, { key: "t", name: words.mean[step], tone: 3, axis: "t" }, step),
        ...(lastDew
          ? [lineOf(main, { key: "dew", name: words.dewPoint, tone: 1, axis: "t", value: dew, flagged: [] }, step)]
          : []),
        ...(sumsDegrees
          ? [
              lineOf(
                { ...main, at: days.map(({ day }) => startOfFarmDay(day, timeZone)) },
                {
                  key: "gdd",
                  name: words.degreeDays,
                  tone: "muted",
                  axis: "gdd",
                  unit: "°C·d",
                  decimals: 0,
                  value: gained,
                  flagged: [],
                },
                "day",
              ),
            ]
          : []),
      ],
      marks: [
        { key: "frost", axis: "t", label: words.frost(FROST_C), from: FROST_C, tone: "danger" },
        { key: "heat", axis: "t", label: words.heat(HEAT_C), from: HEAT_C, tone: "warning" },
      ],
    },
    facts: [
      ...facts.map((fact): Fact => {
        if (fact.key === "min" && least && least.value <= FROST_C)
          return { ...fact, level: "danger", note: `${fact.note} · ${words.frostWord}` };
        if (fact.key === "max" && most && most.value >= HEAT_C)
          return { ...fact, level: "warning", note: `${fact.note} · ${words.heatWord}` };
        return fact;
      }),
      {
        key: "dew",
        label: words.dewPoint,
        value: lastDew?.value ?? null,
        unit: "°C",
        ...when(lastDew, timeZone, step),
      },
      ...(sumsDegrees
        ? [
            {
              key: "gdd",
              label: words.degreeDays,
              value: last(main.at, gained)?.value ?? null,
              unit: "°C·d",
              decimals: 0,
              note: words.base(base, season?.tBase != null ? season.cropName : null),
            },
          ]
        : []),
      ...(frosts > 0
        ? [{ key: "frosts", label: words.frostDays(FROST_C), value: frosts, unit: daysWord(frosts), decimals: 0 }]
        : []),
      ...(heats > 0
        ? [{ key: "heats", label: words.heatDays(HEAT_C), value: heats, unit: daysWord(heats), decimals: 0 }]
        : []),
    ],
    hasReadings: hasReadings([main]),
  };
}

function nothing(drawing: Drawing, title: string, axes: Chart["model"]["axes"]): Chart {
  return { model: { ...frameOf(drawing), title, axes, series: [] }, facts: [], hasReadings: false };
}
