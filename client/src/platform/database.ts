import { createStore, del, get, set } from "idb-keyval";

/** Part of `LOCAL_STORAGE_BYTES` that records not yet sent may take; what else is kept leaves it free. */
export const OUTBOX_BYTES = 262_144;
/** Part of it that received messages may take. */
export const MESSAGES_BYTES = 262_144;

/** Bytes that a value takes as JSON in UTF-8. */
export function byteLength(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

const open = once(() => createStore("lamina", "keep"));

/**
 * Small key-value store in IndexedDB, for what is kept offline. A device that refuses it (private browsing, full disk)
 * keeps nothing, which costs the offline view and nothing else.
 */
export const database = {
  /** The value of a key, or undefined. */
  get: <T>(key: string): Promise<T | undefined> => forgiving(() => get<T>(key, open())),
  set: (key: string, value: unknown): Promise<void> => forgiving(() => set(key, value, open())),
  remove: (key: string): Promise<void> => forgiving(() => del(key, open())),
};

async function forgiving<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    console.warn("Armazenamento local indisponível", error);
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
