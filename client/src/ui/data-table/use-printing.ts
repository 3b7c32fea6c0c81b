import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

const listeners = new Set<() => void>();
let printing = false;

function set(next: boolean): void {
  printing = next;
  for (const listener of listeners) listener();
}
window.addEventListener("beforeprint", () => flushSync(() => set(true)));
window.addEventListener("afterprint", () => set(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * True while the page is printed, so that partly rendered content is rendered whole before, also content that is only
 * rendered for paper.
 */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing);
}
