import { keysOf } from "../core/keys.ts";

/**
 * The catalogue of the pages behind the login (§2). Rights, the default menu, the client's sections and routes, and the
 * lists of journeys, measurements and screenshots follow from it. A new set-up page is a row here, its folder in the
 * client, and its words.
 */

interface ScreenRow {
  /** Last part of its address. */
  name: string;
  /** Name of an ionicon, for the default menu; missing for a page that is in no menu. */
  icon?: string;
  /** The page that replaces it for a client of `typeChart` 1. */
  onPivots?: string;
}

interface SectionRow {
  icon: string;
  /** Whether each page has its own rights; otherwise one right covers the whole section. */
  rightsByPage?: boolean;
  /** Pages in their order; the first is the default. Missing for a section that is one page. */
  pages: readonly ScreenRow[];
}

const sections = {
  irrigameter: {
    icon: "water-outline",
    pages: [
      { name: "calculated", icon: "calculator-outline", onPivots: "calculated-pivot" },
      { name: "sensor", icon: "hardware-chip-outline", onPivots: "sensor-pivot" },
      { name: "calculated-pivot" },
      { name: "sensor-pivot" },
    ],
  },
  forecast: {
    icon: "partly-sunny-outline",
    pages: [
      { name: "forecastweekly", icon: "calendar-outline" },
      { name: "forecastdaily", icon: "time-outline" },
    ],
  },
  charts: {
    icon: "stats-chart-outline",
    pages: [
      { name: "pluviometry", icon: "rainy-outline" },
      { name: "airhumidity", icon: "cloud-outline" },
      { name: "airtemperature", icon: "thermometer-outline" },
      { name: "soilmoisture", icon: "layers-outline" },
    ],
  },
  report: {
    icon: "document-text-outline",
    pages: [
      { name: "irrigationmanager", icon: "clipboard-outline" },
      { name: "waterconsuption", icon: "speedometer-outline" },
    ],
  },
  maps: { icon: "map-outline", pages: [] },
  setup: {
    icon: "settings-outline",
    rightsByPage: true,
    pages: [
      { name: "farms", icon: "leaf-outline" },
      { name: "config", icon: "options-outline" },
      { name: "device", icon: "hardware-chip-outline" },
      { name: "monitor", icon: "pulse-outline" },
      { name: "balance", icon: "scale-outline" },
      { name: "watering", icon: "water-outline" },
      { name: "user", icon: "person-outline" },
      { name: "usersgroup", icon: "people-outline" },
    ],
  },
} as const satisfies Readonly<Record<string, SectionRow>>;

type Sections = typeof sections;
/** A section that has pages. */
export type SectionName = Exclude<keyof Sections, "maps">;
export type PageName<Name extends SectionName = SectionName> = Sections[Name]["pages"][number]["name"];

/** The sections with their pages, in the menu's order. */
export const sectionRows: readonly (SectionRow & { name: keyof Sections })[] = keysOf(sections).map((name) => ({
  ...sections[name],
  name,
}));

/** The pages of a section, the default one first. */
export function pagesOf<Name extends SectionName>(name: Name): readonly PageName<Name>[] {
  return sections[name].pages.map((page) => page.name);
}

/** The page that replaces each page for a client of `typeChart` 1, by the page's name. */
export const pivotPages: ReadonlyMap<string, string> = new Map(
  sections.irrigameter.pages.flatMap((page) => ("onPivots" in page ? [[page.name, page.onPivots] as const] : [])),
);

/** Addresses of all pages; a section without pages has one address. */
export const screenPaths: readonly string[] = sectionRows.flatMap(({ name, pages }) =>
  pages.length === 0 ? [`/${name}`] : pages.map((page) => `/${name}/${page.name}`),
);

/** Screens that rights are given for (domain, 7 and 10), in the order of a group's matrix. Alerts and the commands of machines have no page. */
export const rightNames = [
  "irrigameter",
  "forecast",
  "charts",
  "report",
  "maps",
  "alerts",
  "commands",
  ...pagesOf("setup"),
] as const satisfies readonly (keyof Sections | "alerts" | "commands" | PageName<"setup">)[];

/** The screen whose right a route of the app requires; undefined for a route that no screen has. */
export function screenOf(route: string): (typeof rightNames)[number] | undefined {
  const [section, page] = route.split("?", 1)[0]?.split("/").filter(Boolean) ?? [];
  const row = sectionRows.find(({ name }) => name === section);
  const screen = row?.rightsByPage ? page : row?.name;
  return rightNames.find((name) => name === screen);
}
