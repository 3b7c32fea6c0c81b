import { useSyncExternalStore } from "react";

let dialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLDialogElement[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

/** Adds a dialog that has opened. Returns a function for its end. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  set([...dialogs, dialog]);
  return () => set(dialogs.filter((other) => other !== dialog));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost open dialog: everything outside of it is inert. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => dialogs[dialogs.length - 1]);
}
