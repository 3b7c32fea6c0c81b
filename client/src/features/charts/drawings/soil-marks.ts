import { statusNames } from "@lamina/shared/records/text";
import type { SourceMonitor } from "@lamina/shared/views/sources";
import type { ChartMark } from "../../../ui/chart/model/model.ts";
import { text } from "../text.ts";
import { type Profile, storageOf } from "./soil-readings.ts";

/** θ above field capacity by this many points is an excess (domain, 0). */
const EXCESS_POINTS = 1;

const words = text.soil;

interface Limits {
  /** Values that the axis always includes. */
  include: readonly number[];
  marks: readonly ChartMark[];
}

/** The bands of the statuses and the lines between them, from the monitor's own soil. */
export function soilLimits(profile: Profile, asStorage: boolean, marginPct: number): Limits {
  const place = (theta: number) => (asStorage ? storageOf(theta, profile) : theta);
  const { fcPct, wpPct, criticalPct } = profile;
  const line = (key: "fc" | "critical" | "wp", theta: number): ChartMark => ({
    key,
    axis: "soil",
    label: words.limit[key],
    from: place(theta),
    tone: "neutral",
  });
  const band = (tone: "excess" | "ok" | "irrigate" | "stress", from: number, to: number): ChartMark => ({
    key: tone,
    axis: "soil",
    label: statusNames[tone],
    from: place(from),
    to: place(to),
    tone,
  });
  const excess = fcPct + EXCESS_POINTS;
  const lines = [line("fc", fcPct), line("wp", wpPct)];
  const include = [place(wpPct), place(excess)];
  if (criticalPct === null) return { include, marks: lines };
  const near = Math.min(criticalPct + marginPct, fcPct);
  return {
    include,
    marks: [
      band("excess", excess, 100),
      band("ok", near, excess),
      band("irrigate", criticalPct, near),
      band("stress", 0, criticalPct),
      ...lines,
      line("critical", criticalPct),
    ],
  };
}

/** The user's own limits, for readings that the soil's limits do not apply to, such as a tension. */
export function ownLimits({ limits }: SourceMonitor): ChartMark[] {
  return (["low", "critical", "high"] as const).flatMap((key) => {
    const from = limits?.[key];
    return from === undefined ? [] : [{ key, axis: "soil", label: words.ownLimit[key], from, tone: "neutral" }];
  });
}
