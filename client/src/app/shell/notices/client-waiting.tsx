import { CLIENT_RETRY_MS } from "@lamina/shared/core/limits";
import { useEffect, useState } from "react";
import type { ClientsState } from "../../../core/clients/client-setup.ts";
import { hintOf } from "../../../ui/feedback/query-view.tsx";
import { EmptyState, ErrorState, Loading } from "../../../ui/feedback/states.tsx";
import { text } from "../text.ts";

/** Three tries of §4: one that fails is not worth a word, because the next one follows in 2 s. */
export const SILENT_MS = 3 * CLIENT_RETRY_MS;

type ClientWaitingProps = Pick<ClientsState, "status" | "failure"> & { onRetry: () => void };

/** Replaces the page while no client is selected: loading, no clients, or a failed load that is retried. */
export function ClientWaiting({ status, failure, onRetry }: ClientWaitingProps) {
  if (status === "empty")
    return (
      <div role="status">
        <EmptyState icon="building" title={text.noClients}>
          <p>{text.noClientsHint}</p>
        </EmptyState>
      </div>
    );
  return status === "error" ? <Failed failure={failure} onRetry={onRetry} /> : <Loading />;
}

/**
 * A failure itself goes to the console only (§8; readings, 6), so the page shows that it is still loading. After some tries
 * it also says who does not answer, because the user can do something about it.
 */
function Failed({ failure, onRetry }: Omit<ClientWaitingProps, "status">) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SILENT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isLong && failure)
    return (
      <ErrorState title={text.clientsFailed} hint={`${hintOf(failure)} ${text.clientsRetried}`} onRetry={onRetry} />
    );
  return (
    <div role="status">
      <EmptyState icon="building" title={text.clientsAwaited}>
        <p>{text.clientsAwaitedHint}</p>
      </EmptyState>
    </div>
  );
}
