import type { ClientsState } from "../../../core/clients/client-setup.ts";
import { EmptyState, Loading } from "../../../ui/feedback/states.tsx";
import { text } from "../text.ts";

/** Stands in the page's place while no client is selected: loading, none there, or not loaded and tried again. */
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
