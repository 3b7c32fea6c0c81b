import { endpoints } from "@lamina/shared/calls/endpoints";
import type { Client, ClientInsert, ClientUpdate } from "@lamina/shared/records/client";
import type * as z from "zod";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { text } from "../text.ts";
import { clientSetup } from "./current-clients.ts";

/** Id of the error for a client that was added, but whose list could not be loaded. */
export const NOT_LISTED = "not-listed";

/** Adds a client, reloads the list (§7) and returns the client. @throws ApiError, including {@link NOT_LISTED} */
export async function insertClient(client: z.input<typeof ClientInsert>): Promise<Client> {
  // The specification does not define the answer, so the added client is found as the new one in the list.
  const before = new Set(clientSetup.state.get().clients.map(({ _id }) => _id));
  await call(endpoints.clientInsert, { body: client });
  await clientSetup.reload();
  const added = clientSetup.state.get().clients.find(({ _id, name }) => !before.has(_id) && name === client.name);
  if (!added) throw new ApiError(NOT_LISTED);
  return added;
}

/**
 * Updates a client and reloads the list once. Alerts at once when the API updated nothing (§8; readings, 8a).
 * @returns true when the API updated the client
 */
export async function updateClient(client: z.input<typeof ClientUpdate>): Promise<boolean> {
  const { matchedCount } = await call(endpoints.clientUpdate, { body: client });
  const reloaded = clientSetup.reload();
  if (matchedCount === 0) window.alert(text.clientUpdateFailed);
  await reloaded;
  return matchedCount > 0;
}

/** Deletes the client of this `_id` and reloads the list. */
export async function deleteClient(id: string): Promise<void> {
  await call(endpoints.clientDelete, { query: { ID: id } });
  await clientSetup.reload();
}
