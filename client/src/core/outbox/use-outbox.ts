import { useMemo } from "react";
import { useStore } from "../store.ts";
import { outbox } from "./current-outbox.ts";
import type { OutboxState } from "./outbox.ts";

/** The user's unsent records and the actions on them. */
export function useOutbox(): OutboxState & Pick<typeof outbox, "add" | "discard" | "confirm"> {
  const state = useStore(outbox.state);
  return useMemo(() => ({ ...state, add: outbox.add, discard: outbox.discard, confirm: outbox.confirm }), [state]);
}
