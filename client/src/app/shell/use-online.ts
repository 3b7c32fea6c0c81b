import { useSyncExternalStore } from "react";
import { isOnline, onConnectivity } from "../../platform/lifecycle.ts";

/** False while the device reports no connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(onConnectivity, isOnline);
}
