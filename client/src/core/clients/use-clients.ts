import type { Client } from "@lamina/shared/records/client";
import { useStore } from "../store.ts";
import type { ClientsState } from "./client-setup.ts";
import { clientSetup } from "./current-clients.ts";

/** The clients, the selected one, and a function that selects one by `_id`. */
export function useClients(): ClientsState & {
  select(id: string): void;
  reload(): Promise<void>;
  refresh(): Promise<void>;
} {
  const { select, reload, refresh } = clientSetup;
  return { ...useStore(clientSetup.state), select, reload, refresh };
}

/**
 * The selected client. Always defined for pages, because they are mounted under it and keyed by it.
 * @throws Error outside of the pages
 */
export function useSelectedClient(): Client {
  const { selected } = useStore(clientSetup.state);
  if (!selected) throw new Error("no client is selected here");
  return selected;
}
