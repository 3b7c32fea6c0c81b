import { observeRequests } from "../../api/http.ts";
import { useStore } from "../store.ts";
import { createPending } from "./pending.ts";

const pending = createPending();
observeRequests((notice) => (notice.type === "start" ? pending.begin() : pending.end()));

/** True while API requests are in flight (§4). */
export function usePending(): boolean {
  return useStore(pending.active);
}
