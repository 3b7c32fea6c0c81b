import { keepStore } from "../../platform/store/persistence.ts";
import { createStore, useStore } from "../store.ts";

/** Whether the browser keeps unsent records; undefined until a record waits. */
const kept = createStore<boolean | undefined>(undefined);
let isAsked = false;

/** Asks the browser once to keep the records, at the first one that waits: an earlier question has no reason for it. */
export function askToKeep(): void {
  if (isAsked) return;
  isAsked = true;
  void keepStore().then((answer) => kept.set(answer));
}

/** True when the browser may delete records that were not sent. */
export function useMayBeDeleted(): boolean {
  return useStore(kept) === false;
}
