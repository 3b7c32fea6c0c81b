import type { ClientsState } from "../../../core/clients/client-setup.ts";
import { EmptyState, Loading } from "../../../ui/feedback/states.tsx";
import { text } from "../text.ts";

/**
 * Replaces the page while no client is selected: loading, no clients, or a failed load that is retried. The failure
 * itself goes to the console only (§8; readings, 6), so the page shows that it is still loading.
 */
export function ClientWaiting({ status }: { status: ClientsState["status"] }) {
  if (status === "loading" || status === "ready") return <Loading />;
  const waits = status === "error";
  return (
    <div role="status">
      <EmptyState icon="building" title={waits ? text.clientsAwaited : text.noClients}>
        <p>{waits ? text.clientsAwaitedHint : text.noClientsHint}</p>
      </EmptyState>
    </div>
  );
}
