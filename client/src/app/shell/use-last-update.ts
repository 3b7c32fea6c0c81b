import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** When the newest data on this device was received, in milliseconds since the epoch. */
export function useLastUpdate(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  const newest = useSyncExternalStore(
    // Deferred, because a query may be created while another component renders.
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => cache.getAll().reduce((latest, query) => Math.max(latest, query.state.dataUpdatedAt), 0),
  );
  return newest || undefined;
}
