import { PENDING_RESET_MS } from "@lamina/shared/core/limits";
import { createStore, type Store } from "../store.ts";

/** The pending-request indicator (§4). */
interface Pending {
  /** True while requests are in flight. */
  active: Store<boolean>;
  begin(): void;
  end(): void;
}

/** The count resets to 0 when no new request has begun for `PENDING_RESET_MS`, even if requests are in flight. */
export function createPending(): Pending {
  const active = createStore(false);
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(next: number): void {
    count = next;
    active.set(count > 0);
    if (count === 0) clearTimeout(timer);
  }

  return {
    active,
    begin() {
      set(count + 1);
      clearTimeout(timer);
      timer = setTimeout(() => set(0), PENDING_RESET_MS);
    },
    // A request that ends after the reset is no longer in the count.
    end: () => set(Math.max(count - 1, 0)),
  };
}
