import type { Client } from "@lamina/shared/records/client";

/** The client with the stored id, otherwise the first one (§4). Undefined for an empty list. */
export function chooseClient(clients: readonly Client[], storedId: string | null): Client | undefined {
  return clients.find((client) => client._id === storedId) ?? clients[0];
}
