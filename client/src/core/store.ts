import { useSyncExternalStore } from "react";

export interface Store<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** A {@link Store} that can be written. */
interface WritableStore<T> extends Store<T> {
  set(value: T): void;
}

/** Calls the listeners on each `set` of a different value, in the order of their subscription. */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value. Renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
