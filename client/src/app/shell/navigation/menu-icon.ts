import { firstSegment } from "../../../core/navigation/sections.ts";
import type { IconName } from "../../../ui/icons/icon-paths.ts";

/** Our icons for the names that menus use (those of ionicons, in any style). */
const byName = new Map<string, IconName>(
  Object.entries({
    water: "drop",
    calculator: "gauge",
    "hardware-chip": "sensor",
    "partly-sunny": "forecast",
    "stats-chart": "chart",
    rainy: "rain",
    cloud: "humidity",
    thermometer: "thermometer",
    layers: "soil",
    "document-text": "report",
    clipboard: "report",
    speedometer: "gauge",
    map: "map",
    settings: "settings",
    options: "settings",
    leaf: "farm",
    pulse: "sensor",
    scale: "ruler",
    person: "user",
    people: "group",
    home: "home",
  } as const),
);

const bySection = new Map<string, IconName>(
  Object.entries({
    irrigameter: "pivot",
    forecast: "forecast",
    charts: "chart",
    report: "report",
    setup: "settings",
    maps: "map",
    policy: "info",
    logout: "logout",
    home: "home",
  } as const),
);

/** The icon of a menu entry: that of its section, otherwise the one that the entry names. */
export function menuIcon({ path, icon }: { path: string; icon: string }): IconName {
  const isSection = path.split("/").filter(Boolean).length === 1;
  const named = byName.get(icon.replace(/-(outline|sharp)$/, ""));
  return (
    (isSection ? bySection.get(firstSegment(path)) : named) ??
    named ??
    bySection.get(firstSegment(path)) ??
    "chevronRight"
  );
}
