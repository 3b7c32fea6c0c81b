import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { ChartSeries } from "../../../ui/chart/model/model.ts";
import { formatDateTime } from "../../../ui/format.ts";
import { text } from "../text.ts";
import type { Fact, Values } from "./drawing.ts";
import { last, total } from "./series-math.ts";
import { type Profile, type SoilReadings, storageOf } from "./soil-readings.ts";

const words = text.soil;
/** The trend needs a reading within this time of 24 h before. */
const TREND_REACH_MS = 2 * HOUR_MS;

/** The current soil water, its trend, and rain and irrigation of the period. */
export function soilFacts(
  { at, mean, unit }: SoilReadings,
  profile: Profile | null,
  water: readonly ChartSeries[],
  timeZone: string,
): Fact[] {
  const now = last(at, mean);
  const before = now && valueNear(at, mean, now.at - DAY_MS);
  const change = now && before !== null ? now.value - before : null;
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
            value: now && storageOf(now.value, profile),
            unit: words.storageUnit,
            decimals: 0,
            ...(profile.criticalPct !== null && { note: words.criticalAt(profile.criticalPct) }),
          },
        ]
      : []),
    {
      key: "trend",
      label: words.trend,
      value: change,
      unit: words.points(unit),
      ...(change !== null && { note: words.direction(change) }),
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
  let nearest: number | null = null;
  let reach = TREND_REACH_MS;
  values.forEach((value, index) => {
    const distance = Math.abs((at[index] ?? 0) - moment);
    if (value === null || distance > reach) return;
    nearest = value;
    reach = distance;
  });
  return nearest;
}
