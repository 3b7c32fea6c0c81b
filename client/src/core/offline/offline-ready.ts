import type { QueryKey } from "@tanstack/react-query";
import { createStore, useStore } from "../store.ts";
import { text } from "./text.ts";

/** Whether this device holds what the field needs, and the kinds of data that did not fit, as words. */
interface OfflineReady {
  ready: boolean;
  /** True when a part of what the field needs did not fit. */
  incomplete: boolean;
  leftOut: readonly string[];
}

/** What {@link setOfflineReady} promises; each sector's details and records follow it. */
const NEEDED = new Set(["clients", "menu", "me", "irrigameter", "irrigameter.cards", "map", "forecast", "sources"]);

const offlineReady = createStore<OfflineReady>({ ready: false, incomplete: false, leftOut: [] });

/** Marks the app's files and the field's data as stored on this device, or as not yet stored. */
export function setOfflineReady(ready: boolean): void {
  offlineReady.set({ ...offlineReady.get(), ready });
}

/** Names the data that did not fit on this device, by the keys of their queries. */
export function setLeftOut(keys: readonly QueryKey[]): void {
  const kinds = [...new Set(keys.map(kindOf))];
  const leftOut = [...new Set(kinds.map((kind) => text.kinds[kind] ?? text.otherKind))];
  const before = offlineReady.get();
  if (leftOut.join() === before.leftOut.join()) return;
  offlineReady.set({ ...before, incomplete: kinds.some((kind) => NEEDED.has(kind)), leftOut });
}

/** The kind of a query's data: `map`, or `irrigameter.sector` for a part of the irrigâmetro. */
function kindOf([, kind, part]: QueryKey): string {
  return kind === "irrigameter" && part !== undefined ? `${kind}.${part}` : String(kind);
}

/** Whether some data did not fit on this device, so that there is no room for more. */
export const isDeviceFull = (): boolean => offlineReady.get().leftOut.length > 0;

export function useOfflineReady(): OfflineReady {
  const { ready, incomplete, leftOut } = useStore(offlineReady);
  return { ready: ready && !incomplete, incomplete, leftOut };
}
