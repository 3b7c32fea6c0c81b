import { createStore, del, get, keys, set } from "idb-keyval";
import { DATABASE_NAME } from "./database-name.ts";
import { text } from "./text.ts";

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

const open = once(() => createStore(DATABASE_NAME, "keep"));

/**
 * Small key-value store in IndexedDB for offline data. On a device that refuses IndexedDB (private browsing, full disk)
 * it stores nothing, and only the offline view is lost.
 */
export const database = {
  /** The value of a key, or undefined. */
  get: <T>(key: string): Promise<T | undefined> => forgiving(() => get<T>(key, open())),
  set: (key: string, value: unknown): Promise<void> => forgiving(() => set(key, value, open())),
  remove: (key: string): Promise<void> => forgiving(() => del(key, open())),
  /** The keys of all values. */
  names: async (): Promise<readonly string[]> => (await forgiving(() => keys<string>(open()))) ?? [],
};

async function forgiving<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    console.warn(text.noStorage, error);
    return undefined;
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
