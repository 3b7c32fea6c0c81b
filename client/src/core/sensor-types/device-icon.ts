import type { IconName } from "../../ui/icons/icon-paths.ts";

/** Icon of each kind of device of the reference API. Other kinds get the sensor icon. */
const icons = new Map<string, IconName>(
  Object.entries({
    weather: "forecast",
    rain: "rain",
    soil: "soil",
    pivot: "pivot",
    flow: "gauge",
    level: "drop",
  } as const),
);

/** Icon of a device of this kind. */
export function deviceIcon(kind: string | undefined): IconName {
  return icons.get(kind ?? "") ?? "sensor";
}
