import { byteLength } from "../../platform/database.ts";
import type { OutboxEntry } from "./entry.ts";

export interface StoredEntriesDeps {
  archive: {
    get<T>(key: string): Promise<T | undefined>;
    set(key: string, value: unknown): Promise<void>;
    remove(key: string): Promise<void>;
    /** The names of all that is stored. */
    names(): Promise<readonly string[]>;
  };
  /** How many bytes of UTF-8 a user's entries may take, and how many their photos. */
  maxBytes: number;
  maxPhotoBytes: number;
  withLock<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** New entries for the stored ones, or null to change nothing. */
type Edit = (entries: readonly OutboxEntry[]) => readonly OutboxEntry[] | null | Promise<readonly OutboxEntry[] | null>;

const listName = (user: string) => `outbox:${user}`;
/** Between the name of a user's list and the key of an entry with a photo. A user name has no control characters. */
export const PHOTO = "\n";
const photoName = (user: string, key: string) => `${listName(user)}${PHOTO}${key}`;

/**
 * The entries of each user on the device, a list and the photos beside it, changed by one tab at a time.
 * @param onEntries called with a user's entries after each reading and change
 */
export function createStoredEntries(
  { archive, maxBytes, maxPhotoBytes, withLock }: StoredEntriesDeps,
  onEntries: (user: string, entries: readonly OutboxEntry[]) => void,
) {
  let lastChange: Promise<unknown> = Promise.resolve();

  function change(user: string, edit: Edit): Promise<boolean> {
    // In a browser without locks, at least the changes of this page run one after the other.
    const turn = lastChange.then(() => alone(user, edit));
    lastChange = turn.catch(() => {});
    return turn;
  }

  function alone(user: string, edit: Edit): Promise<boolean> {
    const name = listName(user);
    return withLock(`${name}:store`, async () => {
      const stored = (await archive.get<readonly OutboxEntry[]>(name)) ?? [];
      const entries = await edit(stored);
      if (entries === null) return false;
      if (entries !== stored) await archive.set(name, entries);
      onEntries(user, entries);
      return true;
    });
  }

  const removePhoto = (user: string, key: string) => archive.remove(photoName(user, key)).catch(() => {});
  const photoOf = (user: string, { key, photoBytes }: OutboxEntry) =>
    photoBytes ? archive.get<string>(photoName(user, key)) : Promise.resolve(undefined);

  return {
    photoOf,
    read: (user: string) => change(user, (entries) => entries),
    /** Deletes photos without an entry, of a page that ended between the storing of the two, or of the two deletions. */
    readWithoutOrphans: (user: string) =>
      change(user, async (entries) => {
        const named = new Set(entries.map(({ key }) => photoName(user, key)));
        const photos = (await archive.names()).filter((name) => name.startsWith(photoName(user, "")));
        await Promise.all(photos.filter((name) => !named.has(name)).map(archive.remove));
        return entries;
      }),
    edit: (user: string, key: string, fields: Pick<Partial<OutboxEntry>, "attempts" | "confirmed" | "problem">) =>
      change(user, (entries) => entries.map((entry) => (entry.key === key ? { ...entry, ...fields } : entry))),
    /** False when the device has no room for the entry and its photo; then nothing is stored. */
    async add(user: string, entry: OutboxEntry, photo: string | null | undefined): Promise<boolean> {
      const isAdded = await change(user, async (entries) => {
        const all = [...entries, entry];
        if (byteLength(all) > maxBytes || bytesOfPhotos(all) > maxPhotoBytes) return null;
        // Before the entry, which would otherwise be sent without it. A full device stores nothing and reports nothing.
        if (photo) {
          await archive.set(photoName(user, entry.key), photo);
          if ((await photoOf(user, entry)) === undefined) return null;
        }
        return all;
      }).catch(() => false);
      if (!isAdded && photo) await removePhoto(user, entry.key);
      return isAdded;
    },
    /** False when the list no longer has the entry, because another tab has sent it. */
    async remove(user: string, key: string): Promise<boolean> {
      let wasListed = false;
      await change(user, (entries) => {
        wasListed = entries.some((entry) => entry.key === key);
        return entries.filter((entry) => entry.key !== key);
      });
      await removePhoto(user, key);
      return wasListed;
    },
  };
}

const bytesOfPhotos = (entries: readonly OutboxEntry[]) =>
  entries.reduce((sum, { photoBytes = 0 }) => sum + photoBytes, 0);
