import type { QueryKey } from "@tanstack/react-query";
import { createStore, useStore } from "../store.ts";
import { text } from "./text.ts";

/** Whether this device holds what the field needs, and the kinds of data that did not fit, as words. */
interface OfflineReady {
  ready: boolean;
  leftOut: readonly string[];
}

const offlineReady = createStore<OfflineReady>({ ready: false, leftOut: [] });

/** Marks the app's files and the field's data as stored on this device, or as not yet stored. */
export function setOfflineReady(ready: boolean): void {
  offlineReady.set({ ...offlineReady.get(), ready });
}

/** Names the data that did not fit on this device, by the keys of their queries. */
export function setLeftOut(keys: readonly QueryKey[]): void {
  const leftOut = [...new Set(keys.map(([, kind]) => text.kinds[String(kind)] ?? text.otherKind))];
  if (leftOut.join() !== offlineReady.get().leftOut.join()) offlineReady.set({ ...offlineReady.get(), leftOut });
}

export function useOfflineReady(): OfflineReady {
  return useStore(offlineReady);
}
