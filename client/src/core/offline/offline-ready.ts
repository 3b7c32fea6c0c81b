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
const NEEDED = new Set(["irrigameter", "irrigameter.cards", "map", "forecast", "sources"]);

const offlineReady = createStore<OfflineReady>({ ready: false, incomplete: false, leftOut: [] });

/** Marks the app's files and the field's data as stored on this device, or as not yet stored. */
export function setOfflineReady(ready: boolean): void {
  offlineReady.set({ ...offlineReady.get(), ready });
}

/** Names the data that did not fit on this device, by the keys of their queries. */
export function setLeftOut(keys: readonly QueryKey[]): void {
  const counts = new Map<string, number>();
  for (const kind of keys.map(kindOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const leftOut = [...counts].map(([kind, count]) => text.kind(text.kinds[kind] ?? text.otherKind, count));
  const before = offlineReady.get();
  if (leftOut.join() === before.leftOut.join()) return;
  offlineReady.set({ ...before, incomplete: [...counts.keys()].some((kind) => NEEDED.has(kind)), leftOut });
}

/** The kind of a query's data: `map`, or `irrigameter.sector` for a part of the irrigâmetro. */
function kindOf([, kind, part]: QueryKey): string {
  return kind === "irrigameter" && part !== undefined ? `${kind}.${part}` : String(kind);
}

export function useOfflineReady(): OfflineReady {
  const { ready, incomplete, leftOut } = useStore(offlineReady);
  return { ready: ready && !incomplete, incomplete, leftOut };
}
