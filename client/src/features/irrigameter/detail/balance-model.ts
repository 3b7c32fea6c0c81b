import { farmDayRange, startOfFarmDay } from "@lamina/shared/core/farm-time";
import type { Balance, Projection } from "@lamina/shared/records/balance";
import type { SectorDetail } from "@lamina/shared/views/irrigameter";
import type { ChartModel, ChartSeries } from "../../../ui/chart/model/model.ts";
import { formatShortDay } from "../../../ui/format.ts";
import { chartText } from "./chart-text.ts";

interface BalanceChartOptions {
  title: string;
  timeZone: string;
  /** The farm's current day. Days from here on are projected. */
  today: string;
  /** The projection with the run of the plan, if there is one. */
  withPlan?: Projection | undefined;
}

/** A smaller deficit below the roots is not drawn, mm. */
const MIN_SUBSOIL_MM = 0.5;

/**
 * 30 past days and 7 future days on one axis in mm, downwards from 0: rain and irrigation as hanging bars, depletion
 * with AFD and CAD, the effect of the rain, the recommended depths, and the projection with the plan.
 */
export function balanceModel(
  detail: SectorDetail,
  { title, timeZone, today, withPlan }: BalanceChartOptions,
): ChartModel | null {
  const { past, projection } = detail;
  const rows = [...past, ...projection.withRain];
  const [first, last] = [rows[0], rows.slice(-1)[0]];
  if (!first || !last) return null;
  const closed = past.slice(-1)[0];
  const projectedFrom = startOfFarmDay(today, timeZone);
  const at = rows.map(({ date }) => startOfFarmDay(date, timeZone));
  const series = (
    key: keyof typeof chartText.series,
    part: Pick<ChartSeries, "shape" | "tone" | "axis">,
    value: (row: Balance) => number | null,
  ): ChartSeries => ({
    key,
    name: chartText.series[key],
    unit: "mm",
    step: "day",
    at,
    value: rows.map(value),
    projectedFrom,
    ...part,
  });
  const planned = withPlan?.withRain ?? [];
  return {
    title,
    timeZone,
    ...farmDayRange(first.date, last.date, timeZone),
    now: projectedFrom,
    // The cards show the current deficit. The value in the chart is older, and its label shows that.
    ...(closed && { lastLabel: chartText.closed(formatShortDay(closed.date)) }),
    axes: [{ key: "dr", unit: "mm", inverse: true, include: [0, ...rows.map(({ taw }) => taw)] }],
    series: [
      rainBand(projection, at.slice(past.length), projectedFrom),
      series("rain", { shape: "bar", tone: "rain", axis: "dr" }, ({ rain }) => rain),
      series("irrigation", { shape: "bar", tone: "irrigation", axis: "dr" }, ({ irrGross }) => irrGross),
      series("cad", { shape: "line", tone: 4, axis: "dr" }, ({ taw }) => taw),
      series("afd", { shape: "line", tone: 3, axis: "dr" }, ({ raw }) => raw),
      series("dr", { shape: "line", tone: 1, axis: "dr" }, ({ dr }) => dr),
      ...(rows.some(({ subsoilDr = 0 }) => subsoilDr >= MIN_SUBSOIL_MM)
        ? [series("subsoil", { shape: "line", tone: "muted", axis: "dr" }, ({ subsoilDr }) => subsoilDr ?? null)]
        : []),
      ...(rows.some(({ recommendedMm }) => recommendedMm)
        ? [series("recommended", { shape: "bar", tone: "muted", axis: "dr" }, ({ recommendedMm }) => recommendedMm)]
        : []),
      {
        ...series("plan", { shape: "line", tone: 2, axis: "dr" }, () => null),
        at: planned.map(({ date }) => startOfFarmDay(date, timeZone)),
        value: planned.map(({ dr }) => dr),
      },
    ].filter(({ at: moments }) => moments.length > 0),
  };
}

/** The range between the depletion with and without the forecast rain. */
function rainBand(
  { withRain, withoutRain, rainProbPct }: Projection,
  at: readonly number[],
  projectedFrom: number,
): ChartSeries {
  const most = Math.max(0, ...rainProbPct.map((probability) => probability ?? 0));
  return {
    key: "band",
    name: chartText.band(most),
    unit: "mm",
    shape: "band",
    tone: "muted",
    axis: "dr",
    step: "day",
    at,
    projectedFrom,
    value: withRain.map(({ dr }) => dr),
    upper: withRain.map(({ dr }, index) => Math.max(dr, withoutRain[index]?.dr ?? dr)),
  };
}

/** The next seven days with a depth applied today, and without it. */
export function simulationModel(
  simulated: Projection,
  nothing: Projection,
  { title, timeZone }: Omit<BalanceChartOptions, "today" | "withPlan">,
): ChartModel | null {
  const [first, last] = [simulated.withRain[0], simulated.withRain.slice(-1)[0]];
  if (!first || !last) return null;
  const line = (key: "simulated" | "nothing", rows: readonly Balance[], tone: 1 | "muted"): ChartSeries => ({
    key,
    name: chartText.series[key],
    unit: "mm",
    shape: "line",
    tone,
    axis: "dr",
    step: "day",
    at: rows.map(({ date }) => startOfFarmDay(date, timeZone)),
    value: rows.map(({ dr }) => dr),
    projectedFrom: startOfFarmDay(first.date, timeZone),
  });
  return {
    title,
    timeZone,
    ...farmDayRange(first.date, last.date, timeZone),
    axes: [{ key: "dr", unit: "mm", inverse: true, include: [0, first.taw] }],
    series: [line("nothing", nothing.withRain, "muted"), line("simulated", simulated.withRain, 1)],
    marks: [
      { key: "afd", axis: "dr", label: chartText.series.afd, from: first.raw, tone: "irrigate" },
      { key: "cad", axis: "dr", label: chartText.series.cad, from: first.taw, tone: "stress" },
    ],
  };
}
