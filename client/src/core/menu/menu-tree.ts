import type { MenuEntry } from "@lamina/shared/access/menu";
import { firstSegment, isKnownPath } from "../navigation/sections.ts";
import { DEFAULT_MENU_TEXT } from "./text.ts";

export interface MenuItem {
  id: string;
  title: string;
  /** Absolute path, empty for a heading that only groups. */
  path: string;
  /** Name of an icon, as sent by the API; may be unknown. */
  icon: string;
  children: readonly MenuItem[];
}

/** The full menu, for a client without one (readings, 8). */
export const DEFAULT_MENU: readonly MenuItem[] = Object.entries(DEFAULT_MENU_TEXT).map(([name, title]) => ({
  id: name,
  title,
  path: `/${name}`,
  icon: name,
  children: [],
}));

/**
 * Nests the entries of a client's menu, in their order. Leaves out entries with an unknown route, and headings without
 * entries. Returns the default menu when no entry is left.
 */
export function menuTree(entries: readonly MenuEntry[]): readonly MenuItem[] {
  const ids = new Set(entries.map((entry) => entry._id));
  const sorted = [...entries].sort((a, b) => a.order - b.order);
  // An entry with an unknown parent moves to the top level, so that it is not lost.
  const parentOf = (entry: MenuEntry) => (entry.parentId && ids.has(entry.parentId) ? entry.parentId : undefined);

  function build(parent: string | undefined, ancestors: readonly string[]): MenuItem[] {
    return sorted
      .filter((entry) => parentOf(entry) === parent && !ancestors.includes(entry._id))
      .map((entry) => {
        const path = absolute(entry.path);
        return {
          id: entry._id,
          title: entry.title,
          path: isKnownPath(path) ? path : "",
          icon: entry.icon,
          children: build(entry._id, [...ancestors, entry._id]),
        };
      })
      .filter((item) => item.path !== "" || item.children.length > 0);
  }

  const tree = build(undefined, []);
  return tree.length > 0 ? tree : DEFAULT_MENU;
}

/** Whether a location belongs to an entry, by the first path segment (§2). */
export function isCurrent(item: MenuItem, pathname: string): boolean {
  return (
    (item.path !== "" && firstSegment(item.path) === firstSegment(pathname)) ||
    item.children.some((child) => isCurrent(child, pathname))
  );
}

function absolute(path: string): string {
  // A path with two leading slashes would be a host name.
  return path === "" ? path : `/${path.replace(/^\/+/, "")}`;
}
