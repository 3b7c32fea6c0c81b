import { del, delMany, get, keys, promisifyRequest, set, setMany } from "idb-keyval";
import { text } from "../text.ts";
import { deviceStore, isStoreSilent } from "./device-store.ts";

/** Part of `LOCAL_STORAGE_BYTES` that is reserved for unsent records. */
export const OUTBOX_BYTES = 262_144;
/**
 * Photos of unsent records, beside `LOCAL_STORAGE_BYTES`: they are no copies of stored data, and some forty of them must
 * wait for a connection.
 */
export const OUTBOX_PHOTO_BYTES = 16_777_216;
/** Part of it that is reserved for received messages. */
export const MESSAGES_BYTES = 262_144;

/** Size of a text in UTF-8, in bytes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Size of a value as JSON in UTF-8, in bytes. */
export function byteLength(value: unknown): number {
  return utf8Length(JSON.stringify(value));
}

/** The keys that begin with a text. */
async function namesIn(store: IDBObjectStore, start: string): Promise<string[]> {
  return (await promisifyRequest(store.getAllKeys())).map(String).filter((name) => name.startsWith(start));
}

/**
 * Small key-value store in IndexedDB. Each call rejects when the device refuses it (private browsing, full disk), or does
 * not answer.
 */
export const strictDatabase = {
  /** The value of a key, or undefined. */
  get: <T>(key: string): Promise<T | undefined> => get<T>(key, deviceStore),
  set: (key: string, value: unknown): Promise<void> => set(key, value, deviceStore),
  remove: (key: string): Promise<void> => del(key, deviceStore),
  /** The keys of all values. */
  names: (): Promise<readonly string[]> => keys<string>(deviceStore),
  setAll: (values: readonly [key: string, value: unknown][]): Promise<void> => setMany([...values], deviceStore),
  removeAll: (names: readonly string[]): Promise<void> => delMany([...names], deviceStore),
  /** The keys that begin with a text. */
  namesOf: (start: string): Promise<readonly string[]> => deviceStore("readonly", (store) => namesIn(store, start)),
  /** The keys that begin with a text, each with its value. */
  range: (start: string): Promise<readonly [key: string, value: unknown][]> =>
    deviceStore("readonly", async (store) =>
      Promise.all(
        (await namesIn(store, start)).map(
          async (name): Promise<[string, unknown]> => [name, await promisifyRequest<unknown>(store.get(name))],
        ),
      ),
    ),
  removeRange: (start: string): Promise<void> =>
    deviceStore("readwrite", async (store) => {
      for (const name of await namesIn(store, start)) store.delete(name);
      await promisifyRequest(store.transaction);
    }),
};

/** The same for copies of what the server has: without the store nothing is stored, and only the offline view is lost. */
export const database = {
  get: <T>(key: string): Promise<T | undefined> => forgiving(() => strictDatabase.get<T>(key)),
  set: (key: string, value: unknown): Promise<void> => forgiving(() => strictDatabase.set(key, value)),
  remove: (key: string): Promise<void> => forgiving(() => strictDatabase.remove(key)),
  names: async (): Promise<readonly string[]> => (await forgiving(strictDatabase.names)) ?? [],
};

/** The outcome of a task, or undefined when the device refuses it, or does not answer. */
export async function forgiving<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    // Silence is reported once, where it is noticed.
    if (!isStoreSilent()) console.warn(text.noStorage, error);
    return undefined;
  }
}
