import { tabStorage } from "../../platform/storage.ts";
import { byteLength } from "../../platform/store/database.ts";
import { within } from "../../platform/within.ts";
import type { OutboxEntry } from "./entry.ts";
import { text } from "./text.ts";

export interface StoredEntriesDeps {
  /** Each call rejects when the device does not do it. */
  archive: {
    get<T>(key: string): Promise<T | undefined>;
    set(key: string, value: unknown): Promise<void>;
    remove(key: string): Promise<void>;
    /** The names of all stored values. */
    names(): Promise<readonly string[]>;
  };
  /** How many bytes of UTF-8 a user's entries may take, and how many their photos. */
  maxBytes: number;
  maxPhotoBytes: number;
  /** Runs a task while no other tab runs one of the same name. @throws LockHeld when another does after `waitMs` */
  withLock<T>(name: string, task: () => Promise<T>, waitMs?: number): Promise<T>;
}

type Entries = readonly OutboxEntry[];
type Fields = Pick<Partial<OutboxEntry>, "attempts" | "confirmed" | "problem" | "seenAt">;
/** A change of a user's list. Made twice, it is made once. */
type Change = { key: string } & (
  | { add: OutboxEntry; photo?: string | undefined }
  | { fields: Fields }
  | { remove: true }
);

function changed(entries: Entries, change: Change): Entries {
  if ("add" in change) return entries.some(({ key }) => key === change.key) ? entries : [...entries, change.add];
  if ("fields" in change)
    return entries.map((entry) => (entry.key === change.key ? { ...entry, ...change.fields } : entry));
  return entries.filter(({ key }) => key !== change.key);
}

const listName = (user: string) => `outbox:${user}`;
/** Between the name of a user's list and the key of an entry with a photo. A user name has no control characters. */
export const PHOTO = "\n";
const photoName = (user: string, key: string) => `${listName(user)}${PHOTO}${key}`;

/**
 * The entries of each user on the device, a list and the photos beside it, changed by one tab at a time. What the device
 * does not take, because it refuses or does not answer in time, stays in this tab and is given to it again with the next
 * change.
 * @param onEntries called with a user's entries after each reading and change, and the keys of those that only this tab
 *   has
 */
export function createStoredEntries(
  { archive, maxBytes, maxPhotoBytes, withLock }: StoredEntriesDeps,
  onEntries: (user: string, entries: Entries, onlyHere: readonly string[]) => void,
) {
  let lastChange: Promise<unknown> = Promise.resolve();
  /** The lists that the device had. */
  const seen = new Map<string, Entries>();
  const waiting = new Map<string, readonly Change[]>();

  const waitingOf = (user: string): readonly Change[] => {
    const found = waiting.get(user) ?? changesIn(tabStorage.read(listName(user)));
    waiting.set(user, found);
    return found;
  };
  const entriesOf = (user: string): Entries => waitingOf(user).reduce(changed, seen.get(user) ?? []);
  const hasRoom = (entries: Entries) => byteLength(entries) <= maxBytes && bytesOfPhotos(entries) <= maxPhotoBytes;

  function wait(user: string, changes: readonly Change[]): void {
    waiting.set(user, changes);
    const added = changes.flatMap((change) => ("add" in change ? change.key : []));
    const entries = entriesOf(user);
    onEntries(
      user,
      entries,
      entries.map(({ key }) => key).filter((key) => added.includes(key)),
    );
  }

  function storeInTab(user: string): void {
    const changes = waitingOf(user);
    if (changes.length > 0) tabStorage.write(listName(user), JSON.stringify(changes));
    else tabStorage.remove(listName(user));
  }

  /**
   * Makes a change, or only reads.
   * @returns the list as it was on the device; null when the device does not answer, and the change waits in this tab
   */
  async function change(user: string, next?: Change): Promise<Entries | null> {
    if (next) {
      waiting.set(user, [...waitingOf(user), next]);
      // First, because a page that is left now cancels what it gives to the device.
      storeInTab(user);
    }
    // In a browser without locks, at least the changes of this page run one after the other.
    const turn = lastChange
      .then(() => withLock(`${listName(user)}:store`, () => giveToDevice(user)))
      .catch((error: unknown) => {
        if (next) console.warn(text.notStored, error);
        return null;
      });
    lastChange = turn;
    const before = await within(turn, null);
    if (before !== null) return before;
    wait(user, waitingOf(user));
    return null;
  }

  /** Writes all pending changes to the device. */
  async function giveToDevice(user: string): Promise<Entries> {
    const name = listName(user);
    const before = (await archive.get<Entries>(name)) ?? [];
    const changes = waitingOf(user);
    const without = new Set<string>();
    let after = before;
    for (const change of changes) {
      const next = changed(after, change);
      if ("add" in change && next !== after && !hasRoom(next)) without.add(change.key);
      if (without.has(change.key)) continue;
      after = next;
      // Before the entry, which would otherwise be sent without it.
      if ("add" in change && change.photo) await archive.set(photoName(user, change.key), change.photo);
    }
    if (after !== before) await archive.set(name, after);
    seen.set(user, after);
    const isGiven = (change: Change) => changes.includes(change) && !without.has(change.key);
    wait(
      user,
      waitingOf(user).filter((change) => !isGiven(change)),
    );
    if (changes.length > 0) storeInTab(user);
    return before;
  }

  const removePhoto = (user: string, key: string) => archive.remove(photoName(user, key)).catch(() => {});

  return {
    /** @throws when the device does not give it now */
    async photoOf(user: string, { key, photoBytes }: OutboxEntry): Promise<string | undefined> {
      if (!photoBytes) return undefined;
      const inTab = waitingOf(user).flatMap((change) => ("add" in change && change.key === key ? [change.photo] : []));
      return inTab[0] ?? archive.get<string>(photoName(user, key));
    },
    /** False when the device does not answer, or the entries cannot be decrypted yet. */
    read: async (user: string): Promise<boolean> => (await change(user)) !== null,
    /** Deletes photos without an entry, of a page that ended between the storing of the two, or of the two deletions. */
    async removeOrphans(user: string): Promise<void> {
      const named = new Set(entriesOf(user).map(({ key }) => photoName(user, key)));
      const photos = (await archive.names()).filter((name) => name.startsWith(photoName(user, "")));
      await Promise.all(photos.filter((name) => !named.has(name)).map(archive.remove));
    },
    edit: (user: string, key: string, fields: Fields) => change(user, { key, fields }),
    /** False when there is no room for the entry and its photo. */
    async add(user: string, entry: OutboxEntry, photo: string | null | undefined): Promise<boolean> {
      if (!hasRoom([...entriesOf(user), entry])) return false;
      await change(user, { key: entry.key, add: entry, photo: photo ?? undefined });
      return true;
    },
    /** False when the list no longer has the entry, because another tab has sent it. */
    async remove(user: string, key: string): Promise<boolean> {
      const here = waitingOf(user).some((change) => "add" in change && change.key === key);
      const entriesBefore = entriesOf(user);
      const entries = (await change(user, { key, remove: true })) ?? entriesBefore;
      await removePhoto(user, key);
      return here || entries.some((entry) => entry.key === key);
    },
  };
}

const bytesOfPhotos = (entries: Entries) => entries.reduce((sum, { photoBytes = 0 }) => sum + photoBytes, 0);

function changesIn(json: string | null): readonly Change[] {
  try {
    return JSON.parse(json ?? "[]") as readonly Change[];
  } catch {
    // Changed by others.
    return [];
  }
}
