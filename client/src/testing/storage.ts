import type { KeyValueStore } from "../platform/storage.ts";

/** A store in memory, for one test. */
export function memoryStorage(initial: Record<string, string> = {}): KeyValueStore {
  const values = new Map(Object.entries(initial));
  return {
    read: (key) => values.get(key) ?? null,
    write: (key, value) => values.set(key, value).has(key),
    remove: (key) => void values.delete(key),
  };
}
