import { tabStorage } from "../../../platform/storage.ts";
import type { WrittenRecord } from "../../../ui/form/written.ts";

/** All drafts stand under one key, the newest last, so that they stay within bounds. */
const KEY = "setup:drafts";
const MAX_DRAFTS = 10;
const MAX_CHARACTERS = 200_000;

/** What somebody began to write, and the version of the record that they saw; none for a new record. */
export interface Draft {
  values: WrittenRecord;
  updatedAt: string | undefined;
}

type Entry = [name: string, draft: Draft];

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

/** What was written and not yet saved, across reloads: for this tab, one per client and record, the oldest give way. */
export const drafts = {
  find: (name: string): Draft | undefined => all().find(([other]) => other === name)?.[1],
  save: (name: string, draft: Draft): void => keep([...all().filter(([other]) => other !== name), [name, draft]]),
  remove: (name: string): void => keep(all().filter(([other]) => other !== name)),
};
