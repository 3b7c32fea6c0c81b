import type { TypeChart } from "@lamina/shared/records/client";
import { pagesOf } from "@lamina/shared/screens/screens";
import { useSelectedClient } from "../clients/use-clients.ts";
import { firstSegment, isChildOf, type SectionChild, type SectionName } from "../navigation/sections.ts";
import { childForTypeChart } from "../navigation/type-chart-path.ts";
import { useOffers } from "../runtime-config/offered-screens.ts";
import { type MenuTab, useMenu } from "./use-menu.ts";

/** Default titles of a section and its pages, for menus that do not name them. */
interface SectionWords<Name extends SectionName> {
  title: string;
  tabs: Readonly<Record<SectionChild<Name>, string>>;
}

/** A page of a section as a tab. */
interface SectionTab {
  to: string;
  label: string;
}

/**
 * Title and tabs of a section. Uses the pages that the client's menu names, in its order and words. A menu that names
 * none gives all pages with the default titles.
 */
export function useSection<Name extends SectionName>(
  name: Name,
  words: SectionWords<Name>,
): { title: string; tabs: readonly SectionTab[] } {
  const { typeChart } = useSelectedClient();
  const offers = useOffers();
  const entries = entriesOf(useMenu().items);
  const title = entries.find((entry) => entry.path === `/${name}`)?.title ?? words.title;
  const named = sectionTabs(name, typeChart, entries);
  if (named.length > 0) return { title, tabs: named };
  const tabs = pagesOf(name).map((child) => ({ path: `/${name}/${child}`, title: words.tabs[child] }));
  const offered = tabs.filter(({ path }) => offers(path));
  return { title, tabs: sectionTabs(name, typeChart, offered.length > 0 ? offered : tabs) };
}

/** The tabs among `entries`: one for each page that a client of this `typeChart` sees. */
export function sectionTabs(
  name: SectionName,
  typeChart: TypeChart,
  entries: readonly { path: string; title: string }[],
): readonly SectionTab[] {
  const tabs = new Map<string, SectionTab>();
  for (const { path, title } of entries) {
    const child = path.split("/")[2];
    if (firstSegment(path) !== name || !isChildOf(name, child)) continue;
    const to = `/${name}/${name === "irrigameter" ? childForTypeChart(typeChart, child) : child}`;
    if (!tabs.has(to)) tabs.set(to, { to, label: title });
  }
  return [...tabs.values()];
}

function entriesOf(items: readonly MenuTab[]): readonly MenuTab[] {
  return items.flatMap((item) => [item, ...entriesOf(item.children)]);
}
