import { randomUUID } from "node:crypto";
import { Screen } from "@lamina/shared/access/rights";
import { DAILY_RECORDS } from "@lamina/shared/screens/daily-records";
import { sectionRows } from "@lamina/shared/screens/screens";
import { screenTitles } from "@lamina/shared/screens/text";
import type { Database } from "../../core/database/open.ts";
import { menus } from "../../schema/menus.ts";

/** An entry of a new client's menu. Icons are names of ionicons. */
interface DefaultFields {
  title: string;
  path: string;
  icon: string;
  /** The screen whose view right shows the entry. */
  screen: Screen;
}

interface DefaultEntry extends DefaultFields {
  children?: DefaultEntry[];
}

/** The sections of the catalogue with those pages that have an icon. */
const sectionEntries: readonly DefaultEntry[] = sectionRows.map(({ name, icon, pages, rightsByPage }) => {
  const { title, pages: titles }: { title: string; pages: Readonly<Record<string, string>> } = screenTitles[name];
  const children = pages.flatMap((page) => {
    const screen = Screen.parse(rightsByPage ? page.name : name);
    return page.icon === undefined
      ? []
      : [{ title: titles[page.name] ?? page.name, path: `/${name}/${page.name}`, icon: page.icon, screen }];
  });
  const screen = Screen.parse(rightsByPage ? pages[0]?.name : name);
  return { title, path: `/${name}`, icon, screen, ...(children.length > 0 && { children }) };
});

const dailyEntry: DefaultEntry = {
  ...{ title: DAILY_RECORDS.title, path: "", icon: "clipboard-outline", screen: "watering" },
  children: DAILY_RECORDS.entries.map((entry) => ({ ...entry, screen: "watering" })),
};

/** The full default menu (readings, 8). Its ids are the paths, or the title of a heading. */
export function defaultMenuEntries(): (DefaultFields & { _id: string; parentId: string | null; order: number })[] {
  const rows: ReturnType<typeof defaultMenuEntries> = [];
  const add = (entries: readonly DefaultEntry[], parentId: string | null): void => {
    for (const { children = [], ...entry } of entries) {
      const _id = entry.path || entry.title;
      rows.push({ ...entry, _id, parentId, order: rows.length });
      add(children, _id);
    }
  };
  add([...sectionEntries, dailyEntry], null);
  return rows;
}

/** Gives a new client the default menu. */
export async function insertDefaultMenu(transaction: Database, clientId: string, now: Date): Promise<void> {
  const entries = defaultMenuEntries();
  const ids = new Map(entries.map(({ _id }) => [_id, randomUUID()]));
  const rows = entries.map(({ _id, parentId, ...entry }) => ({
    ...entry,
    _id: ids.get(_id) ?? randomUUID(),
    parentId: parentId && (ids.get(parentId) ?? null),
    clientId,
    createdAt: now,
    updatedAt: now,
  }));
  await transaction.insert(menus).values(rows);
}
