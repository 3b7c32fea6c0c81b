import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** When the newest of the data on this device was received, in milliseconds since the epoch. */
export function useLastUpdate(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  const newest = useSyncExternalStore(
    // Later than the change itself: a query may be made while another component is being rendered.
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => cache.getAll().reduce((latest, query) => Math.max(latest, query.state.dataUpdatedAt), 0),
  );
  return newest || undefined;
}
