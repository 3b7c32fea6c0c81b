import { type PageName, pagesOf, type SectionName, sectionRows } from "@lamina/shared/screens/screens";

export type { SectionName };
export type SectionChild<Name extends SectionName> = PageName<Name>;

/** Pages outside the sections that a menu may name. */
const OTHER_PAGES: readonly string[] = ["policy", "home", "logout"];

/** Whether `child` is a child of the section (§2). */
export function isChildOf<Name extends SectionName>(
  name: Name,
  child: string | undefined,
): child is SectionChild<Name> {
  return pagesOf(name).some((page) => page === child);
}

/** A section's default child: its first. */
export function defaultChild<Name extends SectionName>(name: Name): SectionChild<Name> {
  const [first] = pagesOf(name);
  if (first === undefined) throw new Error(`${name} has no pages`);
  return first;
}

/** Path of a section's default child. */
export function defaultPath(name: SectionName): string {
  return `/${name}/${defaultChild(name)}`;
}

/** First segment of a path. It decides which menu tab is current (§2). */
export function firstSegment(path: string): string {
  return path.split("/").find((segment) => segment !== "") ?? "";
}

/** True when the app has a page at this path: `/charts` and `/charts/pluviometry`, but not `/charts/unknown`. */
export function isKnownPath(path: string): boolean {
  const [first = "", child, ...rest] = path.split(/[?#]/, 1)[0]?.split("/").filter(Boolean) ?? [];
  if (rest.length > 0) return false;
  const section = sectionRows.find(({ name }) => name === first);
  if (section) return child === undefined || section.pages.some(({ name }) => name === child);
  return child === undefined && OTHER_PAGES.includes(first);
}
