import { keepStore } from "../../platform/store/persistence.ts";
import { within } from "../../platform/within.ts";
import { createStore, useStore } from "../store.ts";

/** Whether the browser keeps unsent records; undefined until a record waits. */
const kept = createStore<boolean | undefined>(undefined);
let isAsked = false;

/** Asks the browser once to keep the records, at the first one that waits: an earlier question has no reason for it. */
export function askToKeep(): void {
  if (isAsked) return;
  isAsked = true;
  const answer = keepStore();
  // Firefox asks the person, and the store may be deleted while the question is open.
  void within(answer, false)
    .then(kept.set)
    .then(() => answer)
    .then(kept.set);
}

/** True when the browser may delete records that were not sent. */
export function useMayBeDeleted(): boolean {
  return useStore(kept) === false;
}
