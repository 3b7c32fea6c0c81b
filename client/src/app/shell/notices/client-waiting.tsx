import type { ClientsState } from "../../../core/clients/client-setup.ts";
import { EmptyState, Loading } from "../../../ui/feedback/states.tsx";
import { text } from "../text.ts";

/** Replaces the page while no client is selected: loading, no clients, or a failed load that is retried. */
export function ClientWaiting({ status }: { status: ClientsState["status"] }) {
  if (status === "loading" || status === "ready") return <Loading />;
  const failed = status === "error";
  return (
    <div role="status">
      <EmptyState icon={failed ? "alert" : "building"} title={failed ? text.clientsFailed : text.noClients}>
        <p>{failed ? text.clientsFailedHint : text.noClientsHint}</p>
      </EmptyState>
    </div>
  );
}
