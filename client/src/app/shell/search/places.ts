import { keysOf } from "@lamina/shared/core/keys";
import type { rightNames } from "@lamina/shared/screens/screens";
import { screenTitles } from "@lamina/shared/screens/text";
import { partTitles } from "../../../core/navigation/part-titles-text.ts";
import { hasFeature } from "../../../core/runtime-config/has-feature.ts";
import { dialogFeatures, dialogs, newRecords, panels, partWords, synonyms } from "./places-text.ts";
import type { ShellDialog, Target } from "./target.ts";
import { text } from "./text.ts";

/** Whether the API has what a dialog shows. */
export function isOffered(dialog: ShellDialog): boolean {
  const feature = dialogFeatures[dialog];
  return feature === undefined || hasFeature(feature);
}

type Screen = (typeof rightNames)[number];
export type Can = (screen: Screen, action: "view" | "create") => boolean;

/** Other words of a page. */
export const wordsOfPage = (path: string): string => synonyms[path.replace(/^\//, "")] ?? "";

interface Places {
  /** The client's home. */
  home: string;
  /** Addresses of the menu. */
  pages: readonly string[];
  can: Can;
}

/** Parts of the set-up, buttons for new records, panels and dialogs that the user may open. */
export function placeTargets({ home, pages, can }: Places): Target[] {
  const hasPage = (section: string) => pages.some((path) => path.split("/")[1] === section);
  const action = (to: string, label: string, words = ""): Target => ({
    to,
    label,
    hint: text.action,
    words,
    isAction: true,
  });
  const parts = keysOf(partTitles).flatMap((screen) => {
    if (!can(screen, "view")) return [];
    const titles: Readonly<Record<string, string>> = partTitles[screen];
    return Object.entries<{ add: string | null; words: string }>(partWords[screen]).flatMap(
      ([part, { add, words }]) => {
        const to = `/setup/${screen}?parte=${part}`;
        const hint = `${text.page} · ${screenTitles.setup.pages[screen]}`;
        const page: Target = { to, label: titles[part] ?? part, hint, words, isAction: true };
        return add && can(screen, "create") ? [page, action(`${to}&novo=`, add, words)] : [page];
      },
    );
  });
  return [
    ...parts,
    ...newRecords
      .filter(({ screen }) => can(screen, "create"))
      .map(({ screen, add }) => action(`/setup/${screen}?novo=`, add, wordsOfPage(`/setup/${screen}`))),
    ...panels
      .filter(({ page }) => hasPage(page))
      .map((panel) => action("to" in panel ? panel.to : `${home}${panel.query}`, panel.label, panel.words)),
    ...keysOf(dialogs)
      .filter(isOffered)
      .map((dialog) => ({ ...action(dialog, dialogs[dialog].label, dialogs[dialog].words), dialog })),
    action("/policy", text.policy, wordsOfPage("/policy")),
    action("/logout", text.logout, text.logoutWords),
  ];
}
