import { endpoints } from "@lamina/shared/calls/endpoints";
import type { Client, ClientInsert, ClientUpdate } from "@lamina/shared/records/client";
import type * as z from "zod";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { clientSetup } from "./current-clients.ts";

/** Id of the error where a client was added, and the list that would show it could not be loaded. */
export const NOT_LISTED = "not-listed";

/** Adds a client and returns it; the list is loaded again (§7). @throws ApiError, {@link NOT_LISTED} among them */
export async function insertClient(client: z.input<typeof ClientInsert>): Promise<Client> {
  // The specification does not show the answer; the one that is new in the list is the one that was added.
  const before = new Set(clientSetup.state.get().clients.map(({ _id }) => _id));
  await call(endpoints.clientInsert, { body: client });
  await clientSetup.reload();
  const added = clientSetup.state.get().clients.find(({ _id, name }) => !before.has(_id) && name === client.name);
  if (!added) throw new ApiError(NOT_LISTED);
  return added;
}

/**
 * Updates a client and reloads the list once. Alerts when the API updated nothing (§8), without waiting for the list
 * (readings, 8a). Resolves to whether it did.
 */
export async function updateClient(client: z.input<typeof ClientUpdate>): Promise<boolean> {
  const { matchedCount } = await call(endpoints.clientUpdate, { body: client });
  const reloaded = clientSetup.reload();
  if (matchedCount === 0) window.alert("Erro ao atualizar o cliente");
  await reloaded;
  return matchedCount > 0;
}

/** Deletes the client of this `_id`; the list is loaded again. */
export async function deleteClient(id: string): Promise<void> {
  await call(endpoints.clientDelete, { query: { ID: id } });
  await clientSetup.reload();
}
