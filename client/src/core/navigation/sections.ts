/** The sections of §2 with their children; the first child is the default. */
export const SECTIONS = {
  irrigameter: ["calculated", "sensor", "calculated-pivot", "sensor-pivot"],
  forecast: ["forecastweekly", "forecastdaily"],
  charts: ["pluviometry", "airhumidity", "airtemperature", "soilmoisture"],
  report: ["irrigationmanager", "waterconsuption"],
  setup: ["farms", "config", "device", "monitor", "balance", "watering", "user", "usersgroup"],
} as const;

export type SectionName = keyof typeof SECTIONS;
export type SectionChild<Name extends SectionName> = (typeof SECTIONS)[Name][number];

/** Pages without children that a menu may name. */
const SINGLE_PAGES = ["maps", "policy", "home", "logout"] as const;

/** Whether `child` is a child of the section (§2). */
export function isChildOf<Name extends SectionName>(
  name: Name,
  child: string | undefined,
): child is SectionChild<Name> {
  return (SECTIONS[name] as readonly (string | undefined)[]).includes(child);
}

/** Path of a section's default child. */
export function defaultPath(name: SectionName): string {
  return `/${name}/${SECTIONS[name][0]}`;
}

/** First segment of a path, which flags the current menu tab (§2). */
export function firstSegment(path: string): string {
  return path.split("/").find((segment) => segment !== "") ?? "";
}

/** Whether the app has a page at a path: `/charts` and `/charts/pluviometry` yes, `/charts/unknown` no. */
export function isKnownPath(path: string): boolean {
  const [first = "", child, ...rest] = path.split(/[?#]/, 1)[0]?.split("/").filter(Boolean) ?? [];
  if (rest.length > 0) return false;
  if (Object.keys(SECTIONS).includes(first)) return child === undefined || isChildOf(first as SectionName, child);
  return child === undefined && (SINGLE_PAGES as readonly string[]).includes(first);
}
