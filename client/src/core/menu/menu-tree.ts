import type { MenuEntry } from "@lamina/shared/access/menu";
import { DAILY_RECORDS } from "@lamina/shared/screens/daily-records";
import { screenTitles } from "@lamina/shared/screens/text";
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
          title: entry.title || titleOf(path),
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

/** The menu with the records of every day, where it does not list them: only a default menu gets them (readings, 32). */
export function withDailyRecords(tree: readonly MenuItem[]): readonly MenuItem[] {
  const { title, entries } = DAILY_RECORDS;
  const isListed = (item: MenuItem): boolean =>
    entries.some(({ path }) => path === item.path) || item.children.some(isListed);
  if (tree.some(isListed)) return tree;
  const children = entries.map((entry) => ({ ...entry, id: entry.path, children: [] }));
  return [...tree, { id: title, title, path: "", icon: "", children }];
}

/**
 * The menu without the screens that the API cannot feed, as without unknown routes. A menu that would lose every entry
 * stays as it is.
 */
export function offeredMenu(tree: readonly MenuItem[], offers: (path: string) => boolean): readonly MenuItem[] {
  const kept = offeredItems(tree, offers);
  return kept.length > 0 ? kept : tree;
}

function offeredItems(tree: readonly MenuItem[], offers: (path: string) => boolean): MenuItem[] {
  return tree.flatMap((item) => {
    const children = offeredItems(item.children, offers);
    if (item.path !== "" && offers(item.path)) return [{ ...item, children }];
    return children.length > 0 ? [{ ...item, path: "", children }] : [];
  });
}

/** The app's own title of a page, for an entry without one. */
function titleOf(path: string): string {
  const [section, page] = path.split(/[/?]/).filter(Boolean);
  const words = Object.entries(screenTitles).find(([name]) => name === section)?.[1];
  const pages: Readonly<Record<string, string>> = words?.pages ?? {};
  return pages[page ?? ""] ?? words?.title ?? path;
}

/** Whether a location belongs to an entry, by the first path segment (§2). */
export function isCurrent(item: MenuItem, pathname: string): boolean {
  // An entry of one part of a page is beside the entry of the page, which is the current one.
  const isPage = item.path !== "" && !item.path.includes("?");
  return (
    (isPage && firstSegment(item.path) === firstSegment(pathname)) ||
    item.children.some((child) => isCurrent(child, pathname))
  );
}

function absolute(path: string): string {
  // A path with two leading slashes would be a host name.
  return path === "" ? path : `/${path.replace(/^\/+/, "")}`;
}
