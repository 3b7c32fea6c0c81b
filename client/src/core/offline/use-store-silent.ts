import { useSyncExternalStore } from "react";
import { isStoreSilent, onStoreChange } from "../../platform/store/device-store.ts";

/** True while the device's store does not answer, so that nothing is stored. */
export function useStoreSilent(): boolean {
  return useSyncExternalStore(onStoreChange, isStoreSilent);
}
