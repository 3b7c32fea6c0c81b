/** Strings kept by the browser under a key. */
export interface KeyValueStore {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

/** Kept on the device, shared by all tabs. §3 names its keys: `token` and `clientId`. */
export const deviceStorage: KeyValueStore = browserStore(() => localStorage);
/** Kept for this tab alone, across reloads. */
export const tabStorage: KeyValueStore = browserStore(() => sessionStorage);

/** A browser that refuses storage (blocked cookies, no room) still serves one page long: values then live in memory. */
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
      } catch {
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        area().removeItem(key);
      } catch {
        // Nothing is kept there.
      }
    },
  };
}

/** Tells `listener` the new value when another tab changes `key` in {@link deviceStorage}; returns how to stop. */
export function onDeviceStorageChange(key: string, listener: (value: string | null) => void): () => void {
  const handle = (event: StorageEvent) => {
    // A null key means that everything was erased.
    if (event.key === key || event.key === null) listener(event.key === null ? null : event.newValue);
  };
  window.addEventListener("storage", handle);
  return () => window.removeEventListener("storage", handle);
}
