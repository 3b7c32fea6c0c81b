export interface KeyValueStore {
  read(key: string): string | null;
  /** False when the browser refuses it, and the value ends with the page. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
}

/** Kept on the device and shared by all tabs. §3 names its keys: `token` and `clientId`. */
export const deviceStorage: KeyValueStore = browserStore(() => localStorage);
/** Kept for this tab only, across reloads. */
export const tabStorage: KeyValueStore = browserStore(() => sessionStorage);

/** When the browser refuses storage (blocked cookies, no room), values are kept in memory for the page. */
function browserStore(area: () => Storage): KeyValueStore {
  const memory = new Map<string, string>();
  return {
    read(key) {
      const refused = memory.get(key);
      if (refused !== undefined) return refused;
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        area().setItem(key, value);
        memory.delete(key);
        return true;
      } catch {
        memory.set(key, value);
        return false;
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        area().removeItem(key);
      } catch {
        // The browser refuses storage, so there is no stored value.
      }
    },
  };
}

/**
 * Calls `listener` with the new value when another tab changes `key` in {@link deviceStorage}. Returns a function that
 * removes it.
 */
export function onDeviceStorageChange(key: string, listener: (value: string | null) => void): () => void {
  const handle = (event: StorageEvent) => {
    // A null key means that the storage was cleared.
    if (event.key === key || event.key === null) listener(event.key === null ? null : event.newValue);
  };
  window.addEventListener("storage", handle);
  return () => window.removeEventListener("storage", handle);
}
