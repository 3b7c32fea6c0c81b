import { tabStorage } from "../../platform/storage.ts";
import { session } from "../session/current-session.ts";

/** All drafts stand under one key, the newest last, so that they stay within bounds. */
const KEY = "drafts";
const MAX_DRAFTS = 20;
const MAX_CHARACTERS = 200_000;

type Entry = [name: string, draft: unknown];

function all(): Entry[] {
  try {
    const kept: unknown = JSON.parse(tabStorage.read(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Entry[]) : [];
  } catch {
    return [];
  }
}

function keep(entries: readonly Entry[]): void {
  let kept = entries.slice(-MAX_DRAFTS);
  while (kept.length > 1 && JSON.stringify(kept).length > MAX_CHARACTERS) kept = kept.slice(1);
  tabStorage.write(KEY, JSON.stringify(kept));
}

/** Nobody meets what another user of this tab began to write. */
const own = (name: string) => `${session.state.get().user?.name ?? ""} ${name}`;

/**
 * What was written into forms and not yet saved, as plain JSON: for this tab and this user, across reloads. The oldest
 * give way. A name says which form it is of, and of which record.
 */
export const drafts = {
  find: <Draft>(name: string) => all().find(([other]) => other === own(name))?.[1] as Draft | undefined,
  save: (name: string, draft: unknown): void =>
    keep([...all().filter(([other]) => other !== own(name)), [own(name), draft]]),
  remove: (name: string): void => {
    const others = all().filter(([other]) => other !== own(name));
    if (others.length < all().length) keep(others);
  },
};
