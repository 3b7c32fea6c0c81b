import type { ChartModel } from "../../../ui/chart/model/model.ts";
import { text } from "./text.ts";

/** A battery below this needs a visit. */
const LOW_BATTERY_PCT = 20;

export interface HealthDay {
  date: string;
  batteryPct: number | null;
  rssiDbm: number | null;
}

/** Battery and signal over time, each on its own axis. */
export function healthModel(
  days: readonly HealthDay[],
  range: { from: number; to: number; timeZone: string; title: string },
): ChartModel {
  const at = days.map(({ date }) => Date.parse(date));
  return {
    ...range,
    axes: [
      { key: "battery", unit: "%", include: [0, 100] },
      { key: "signal", unit: "dBm" },
    ],
    series: [
      {
        key: "battery",
        name: text.device.battery,
        unit: "%",
        shape: "line",
        tone: 1,
        axis: "battery",
        step: "raw",
        at,
        value: days.map(({ batteryPct }) => batteryPct),
      },
      {
        key: "signal",
        name: text.device.signal,
        unit: "dBm",
        decimals: 0,
        shape: "line",
        tone: 2,
        axis: "signal",
        step: "raw",
        at,
        value: days.map(({ rssiDbm }) => rssiDbm),
      },
    ],
    marks: [{ key: "low", axis: "battery", label: `${LOW_BATTERY_PCT} %`, from: LOW_BATTERY_PCT, tone: "warning" }],
  };
}
