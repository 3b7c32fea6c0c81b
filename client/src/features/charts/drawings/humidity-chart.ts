import { dailyVapourPressureDeficit, vapourPressureDeficit } from "@lamina/agronomy/eto/air";
import type { ChartSeries } from "../../../ui/chart/model/model.ts";
import { text } from "../text.ts";
import { airOf, beyond, dayCount, humidAir, summaryOf, when } from "./air.ts";
import { bandOf, type Chart, type Drawing, emptyChart, frameOf, hasReadings, lineOf } from "./drawing.ts";
import { daysOf, last } from "./series-math.ts";

/** Levels of dry air in % (domain, 5: the scale of Brazil's meteorological institute), the mildest first. */
const DRY_AIR = [
  { key: "attention", from: 30, tone: "warning" },
  { key: "alert", from: 20, tone: "warning" },
  { key: "emergency", from: 12, tone: "danger" },
] as const;

const words = text.humidity;
const VPD = { unit: "kPa", decimals: 2 } as const;

/** Relative humidity with its extremes, and the resulting vapour pressure deficit. */
export function humidityChart(drawing: Drawing): Chart {
  const { sources, step } = drawing;
  const title = text.chartTitle(words.title, sources[0]?.name ?? "");
  const air = airOf(drawing, "humidity");
  if (!air) return emptyChart(drawing, title, { key: "rh", unit: "%" });
  const { main, timeZone } = air;
  const vpd = humidAir(air, vapourPressureDeficit, dailyVapourPressureDeficit);
  const lastVpd = last(main.at, vpd);
  const { facts, least } = summaryOf(air);
  const level = least && DRY_AIR.filter(({ from }) => least.value < from).slice(-1)[0];
  const [mildest] = DRY_AIR;
  const dryDays = daysOf(main, timeZone).filter(({ min }) => min !== null && min < mildest.from).length;
  const vpdLine: ChartSeries[] = lastVpd
    ? [lineOf(main, { key: "vpd", name: words.vpd, tone: 3, axis: "vpd", ...VPD, value: vpd, flagged: [] }, step)]
    : [];
  return {
    model: {
      ...frameOf(drawing),
      title,
      axes: [
        { key: "rh", unit: "%", include: [0, 100] },
        ...(lastVpd ? [{ key: "vpd", unit: VPD.unit, include: [0] }] : []),
      ],
      series: [
        ...bandOf(main, { key: "range", name: words.range, axis: "rh", tone: 1 }, step),
        lineOf(main, { key: "rh", name: words.mean[step], tone: 1, axis: "rh" }, step),
        ...vpdLine,
      ],
      marks: DRY_AIR.map(({ key, from, tone }) => ({ key, axis: "rh", label: words.levels[key](from), from, tone })),
    },
    facts: [
      ...facts.map((fact) =>
        fact.key === "min" && level ? beyond(fact, level.tone, words.levelWord[level.key]) : fact,
      ),
      { key: "vpd", label: words.vpd, value: lastVpd?.value ?? null, ...VPD, ...when(lastVpd, air) },
      dayCount("dry", words.dryDays(mildest.from), dryDays),
    ],
    hasReadings: hasReadings([main]),
  };
}
