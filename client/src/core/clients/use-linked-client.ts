import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useClients } from "./use-clients.ts";

/** Parameter of the address with the `_id` of a client, in the links of alerts and mails. */
const CLIENT = "cliente";

/**
 * Selects the client that a link names, and removes it from the address, so that the user may then select another one.
 * A client that the user may not see changes nothing.
 * @returns true until then, because the rest of the address belongs to that client
 */
export function useLinkedClient(): boolean {
  const { clients, selected, select } = useClients();
  const [params, setParams] = useSearchParams();
  const [wantedId, setWantedId] = useState<string | null>(null);
  const linked = params.get(CLIENT);
  const isLoaded = clients.length > 0;
  useEffect(() => {
    if (linked === null || !isLoaded) return;
    setWantedId(linked);
    setParams(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete(CLIENT);
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [linked, isLoaded, setParams]);
  // After the address, because the page of another client may redirect with the address that it finds.
  useEffect(() => {
    if (linked !== null || wantedId === null) return;
    setWantedId(null);
    select(wantedId);
  }, [linked, wantedId, select]);
  const awaited = linked ?? wantedId;
  return awaited !== null && awaited !== selected?._id && clients.some(({ _id }) => _id === awaited);
}
