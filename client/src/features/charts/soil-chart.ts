import { startOfFarmDay } from "@lamina/shared/farm-time";
import type { SourceMonitor } from "@lamina/shared/sources";
import type { Series } from "@lamina/shared/telemetry";
import type { ChartMark, ChartSeries, Tone } from "../../ui/chart/model.ts";
import { formatDateTime } from "../../ui/format.ts";
import { statusText } from "../../ui/status.tsx";
import { type Chart, type Drawing, type Fact, frameOf, hasReadings, lineOf, seriesOf, type Values } from "./drawing.ts";
import { last, total, valuesAt } from "./series-math.ts";
import { text } from "./text.ts";

const words = text.soil;
const DEPTH_TONES: readonly Tone[] = [1, 3, 2, 5, 6, 4];
const DAY_MS = 86_400_000;
/** θ above field capacity by so many points is an excess (domain, 0). */
const EXCESS_POINTS = 1;
/** A trend is told when a reading of a day before is this near. */
const TREND_REACH_MS = 2 * 3_600_000;

type SoilSensor = SourceMonitor["sensors"][number];

/** Weighted field capacity and wilting point of a profile, % vol; null where its soil is not known. */
export interface Profile {
  fcPct: number;
  wpPct: number;
  /** θc = CC − p·(CC − PMP) (FAO-56 Eq. 83); null without a crop. */
  criticalPct: number | null;
}

export function profileOf(sensors: readonly SoilSensor[], p: number | null): Profile | null {
  const weight = sensors.reduce((sum, sensor) => sum + sensor.weight, 0);
  const mean = (value: (sensor: SoilSensor) => number) =>
    sensors.reduce((sum, sensor) => sum + sensor.weight * value(sensor), 0) / weight;
  const [fcPct, wpPct] = [mean((sensor) => sensor.fcPct), mean((sensor) => sensor.wpPct)];
  if (!(fcPct > wpPct)) return null;
  return { fcPct, wpPct, criticalPct: p === null ? null : fcPct - p * (fcPct - wpPct) };
}

/** A monitor's readings on the moments of its first sensor. */
interface Readings {
  sensors: readonly SoilSensor[];
  series: readonly Series[];
  at: readonly number[];
  columns: readonly Values[];
  /** Weighted over the depths that are drawn; null where one of them is missing. */
  mean: Values;
}

function readingsOf({ data }: Drawing, monitor: SourceMonitor, drawn: readonly { _id: string }[]): Readings | null {
  const found = drawn.flatMap(({ _id }) => {
    const sensor = monitor.sensors.find((one) => one._id === _id);
    const series = seriesOf(data, _id);
    return sensor && series ? [{ sensor, series }] : [];
  });
  const at = found[0]?.series.at;
  if (!at) return null;
  const columns = found.map(({ series }) => valuesAt(at, series, series.mean));
  const sensors = found.map(({ sensor }) => sensor);
  const weight = sensors.reduce((sum, sensor) => sum + sensor.weight, 0);
  const mean = at.map((_, index) => {
    const row = columns.map((column) => column[index] ?? null);
    if (row.some((value) => value === null)) return null;
    return row.reduce<number>((sum, value, place) => sum + (value ?? 0) * (sensors[place]?.weight ?? 0), 0) / weight;
  });
  return { sensors, series: found.map(({ series }) => series), at, columns, mean };
}

/** θ in % vol as the share of what the soil can store, ARM in % of CAD. */
const storage = (theta: number | null, { fcPct, wpPct }: Pick<Profile, "fcPct" | "wpPct">) =>
  theta === null ? null : (100 * (theta - wpPct)) / (fcPct - wpPct);

/** The soil's water by depth against its own limits, above what rained and was irrigated. */
export function soilChart(drawing: Drawing): Chart {
  const { sources, step, data, unit, sensorMarginPct } = drawing;
  const [source] = sources;
  const title = text.chartTitle(words.title, source ? `${source.place} · ${source.name}` : "");
  const monitor = source?.monitor;
  const readings = monitor && readingsOf(drawing, monitor, source.sensors);
  if (!readings || !monitor)
    return {
      model: { ...frameOf(drawing), title, axes: [{ key: "soil", unit: "% vol" }], series: [] },
      facts: [],
      hasReadings: false,
    };
  const isMoisture = readings.series[0]?.variable === "soilMoist";
  const profile = isMoisture ? profileOf(readings.sensors, data.balance.at(-1)?.p ?? monitor.p) : null;
  const asStorage = unit === "storage" && profile !== null;
  const shownUnit = asStorage ? words.storageUnit : (readings.series[0]?.unit ?? "");
  const decimals = asStorage ? { decimals: 0 } : {};
  const shown = (values: Values, limits: Pick<Profile, "fcPct" | "wpPct"> | null): Values =>
    asStorage && limits ? values.map((value) => storage(value, limits)) : values;
  const depths = readings.series.map((series, index): ChartSeries => {
    const sensor = readings.sensors[index];
    return lineOf(
      series,
      {
        key: series.sensorId,
        name: words.depth(sensor?.depthCm ?? null),
        tone: DEPTH_TONES[index % DEPTH_TONES.length] ?? "muted",
        axis: "soil",
        unit: shownUnit,
        ...decimals,
        value: shown(series.mean, sensor ?? null),
        flagged: series.flagged.map((point) => ({
          ...point,
          value: asStorage && sensor ? (storage(point.value, sensor) ?? point.value) : point.value,
        })),
      },
      step,
    );
  });
  const [first] = readings.series;
  const meanLine: ChartSeries[] =
    first && depths.length > 1
      ? [
          lineOf(
            first,
            {
              key: "mean",
              name: words.mean,
              tone: "strong",
              axis: "soil",
              unit: shownUnit,
              ...decimals,
              value: shown(readings.mean, profile),
              flagged: [],
            },
            step,
          ),
        ]
      : [];
  const water = waterSeries(drawing);
  return {
    model: {
      ...frameOf(drawing),
      title,
      axes: [
        { key: "soil", unit: shownUnit, ...(profile && { include: limitsOf(profile, asStorage) }) },
        ...(water.length > 0 ? [{ key: "water", unit: "mm", lower: true, include: [0, 5] }] : []),
      ],
      series: [...depths, ...meanLine, ...water],
      marks: profile ? marksOf(profile, asStorage, sensorMarginPct) : limitMarks(monitor),
    },
    facts: factsOf(readings, profile, water, source.farm.timezone),
    hasReadings: hasReadings(readings.series),
  };
}

function limitsOf({ fcPct, wpPct }: Profile, asStorage: boolean): number[] {
  return asStorage ? [0, 100] : [wpPct, fcPct + EXCESS_POINTS];
}

/** The bands of the statuses and the lines between them, from the soil of the very monitor. */
function marksOf(profile: Profile, asStorage: boolean, marginPct: number): ChartMark[] {
  const place = (theta: number) => (asStorage ? (storage(theta, profile) ?? 0) : theta);
  const { fcPct, wpPct, criticalPct } = profile;
  const line = (key: "fc" | "critical" | "wp", theta: number): ChartMark => ({
    key,
    axis: "soil",
    label: words.limit[key],
    from: place(theta),
    tone: "neutral",
  });
  const lines = [line("fc", fcPct), line("wp", wpPct)];
  if (criticalPct === null) return lines;
  const band = (tone: "excess" | "ok" | "irrigate" | "stress", from: number, to: number): ChartMark => ({
    key: tone,
    axis: "soil",
    label: statusText[tone],
    from: place(from),
    to: place(to),
    tone,
  });
  const near = Math.min(criticalPct + marginPct, fcPct);
  return [
    band("excess", fcPct + EXCESS_POINTS, 100),
    band("ok", near, fcPct + EXCESS_POINTS),
    band("irrigate", criticalPct, near),
    band("stress", 0, criticalPct),
    ...lines,
    line("critical", criticalPct),
  ];
}

/** Where the soil says nothing of a reading, as of a tension, a person's own limits stand. */
function limitMarks({ limits }: SourceMonitor): ChartMark[] {
  return (["low", "critical", "high"] as const).flatMap((key) => {
    const from = limits?.[key];
    return from === undefined
      ? []
      : [{ key, axis: "soil", label: words.ownLimit[key], from, tone: "neutral" as const }];
  });
}

/** Rain and irrigation by day: as the balance counted them, or the farm's rain where there is no balance. */
function waterSeries({ data, sources, range }: Drawing): ChartSeries[] {
  const timeZone = sources[0]?.farm.timezone ?? "UTC";
  const rows = data.balance.filter(({ date }) => date >= range.firstDay);
  const days: readonly { date: string; rain: number | null; irrGross?: number }[] =
    rows.length > 0 ? rows : data.weather;
  const bar = (key: "rain" | "irrigation", value: Values): ChartSeries => ({
    key,
    name: words.water[key],
    unit: "mm",
    shape: "bar",
    tone: key,
    axis: "water",
    step: "day",
    at: days.map(({ date }) => startOfFarmDay(date, timeZone)),
    value,
  });
  if (days.length === 0) return [];
  const rain = bar(
    "rain",
    days.map((day) => day.rain),
  );
  return rows.length > 0
    ? [
        rain,
        bar(
          "irrigation",
          rows.map(({ irrGross }) => irrGross),
        ),
      ]
    : [rain];
}

function factsOf(
  { at, mean, series }: Readings,
  profile: Profile | null,
  water: readonly ChartSeries[],
  timeZone: string,
): Fact[] {
  const now = last(at, mean);
  const before = now && valueNear(at, mean, now.at - DAY_MS);
  const unit = series[0]?.unit ?? "";
  return [
    {
      key: "mean",
      label: words.mean,
      value: now?.value ?? null,
      unit,
      ...(now && { note: formatDateTime(now.at, timeZone) }),
    },
    ...(profile
      ? [
          {
            key: "storage",
            label: words.storage,
            value: storage(now?.value ?? null, profile),
            unit: words.storageUnit,
            decimals: 0,
            ...(profile.criticalPct !== null && { note: words.criticalAt(profile.criticalPct) }),
          },
        ]
      : []),
    {
      key: "trend",
      label: words.trend,
      value: now && before !== null ? now.value - before : null,
      unit: words.points(unit),
      ...(now && before !== null && { note: words.direction(now.value - before) }),
    },
    ...water.map(({ key, name, value }) => ({
      key,
      label: name,
      value: total(value),
      unit: "mm",
      note: text.inPeriod,
    })),
  ];
}

function valueNear(at: readonly number[], values: Values, moment: number): number | null {
  let best: { distance: number; value: number } | null = null;
  values.forEach((value, index) => {
    const distance = Math.abs((at[index] ?? 0) - moment);
    if (value !== null && distance <= TREND_REACH_MS && (!best || distance < best.distance)) best = { distance, value };
  });
  return (best as { value: number } | null)?.value ?? null;
}

/** The mean of a monitor's depths, for a comparison; as storage where that is asked for and its soil is known. */
export function soilMean(drawing: Drawing, monitor: SourceMonitor, drawn: readonly { _id: string }[]) {
  const readings = readingsOf(drawing, monitor, drawn);
  const [first] = readings?.series ?? [];
  if (!readings || !first) return null;
  const profile =
    drawing.unit === "storage" && first.variable === "soilMoist" ? profileOf(readings.sensors, monitor.p) : null;
  const value = profile ? readings.mean.map((theta) => storage(theta, profile)) : readings.mean;
  return { series: first, value, unit: profile ? words.storageUnit : first.unit };
}
