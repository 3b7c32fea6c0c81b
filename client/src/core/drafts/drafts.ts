import { tabStorage } from "../../platform/storage.ts";
import { toast } from "../../ui/feedback/toast.tsx";
import { session } from "../session/current-session.ts";
import { text } from "../text.ts";

/** One key holds all drafts, the newest last, so that their total size can be limited. */
const KEY = "drafts";
const MAX_DRAFTS = 20;
const MAX_CHARACTERS = 200_000;

/** Whether the user was informed that drafts end with the page. */
let isSaid = false;

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
  const isStored = tabStorage.write(KEY, JSON.stringify(kept));
  if (!isStored && !isSaid) toast(text.draftNotStored);
  isSaid = !isStored;
}

/** The name of a draft with its user, so that another user of this tab does not see it. */
const ownName = (name: string) => `${session.state.get().user?.name ?? ""} ${name}`;

/**
 * Form input that is not saved yet, as plain JSON. Kept for this tab and this user, across reloads; the oldest drafts
 * are evicted. A name identifies the form and the record.
 */
export const drafts = {
  find: <Draft>(name: string) => all().find(([other]) => other === ownName(name))?.[1] as Draft | undefined,
  save: (name: string, draft: unknown): void =>
    keep([...all().filter(([other]) => other !== ownName(name)), [ownName(name), draft]]),
  remove: (name: string): void => {
    const others = all().filter(([other]) => other !== ownName(name));
    if (others.length < all().length) keep(others);
  },
};
