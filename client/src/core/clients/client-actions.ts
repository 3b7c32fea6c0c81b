import { endpoints } from "@lamina/shared/calls/endpoints";
import { CACHE_TTL_MS } from "@lamina/shared/core/limits";
import type { Client, ClientInsert, ClientUpdate } from "@lamina/shared/records/client";
import type * as z from "zod";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { queryClient } from "../../api/query-client.ts";
import { now } from "../../platform/clock.ts";
import { text } from "../text.ts";
import { CLIENT_LIST_KEY, CLIENT_LIST_META } from "./client-setup.ts";
import { clientSetup } from "./current-clients.ts";

/** Id of the error for a client that was added, but whose list could not be loaded. */
export const NOT_LISTED = "not-listed";
/** Time within which the API's notice of an own update arrives and is followed: changes are collected for `CACHE_TTL_MS`. */
const NOTICE_MS = 5 * CACHE_TTL_MS;
let updatedAt = Number.NEGATIVE_INFINITY;

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
 * Updates a client and reloads the list once. Sends the client as loaded with the changes in it, because the API may
 * replace the whole record (readings, 33). Alerts at once when the API updated nothing (§8; readings, 8a).
 * @returns true when the API updated the client
 */
export async function updateClient(client: z.input<typeof ClientUpdate>): Promise<boolean> {
  const loaded = clientSetup.state.get().clients.find(({ _id }) => _id === client._id);
  const { matchedCount } = await call(endpoints.clientUpdate, { body: { ...loaded, ...client } });
  updatedAt = now();
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

/**
 * Loads the list of clients, for this page and for the app. After an own update, the list that was loaded for it is the
 * answer, so that one update loads the list once (readings, 8a). @throws ApiError
 */
export function loadClients(): Promise<Client[]> {
  const elapsed = now() - updatedAt;
  return queryClient.fetchQuery({
    queryKey: CLIENT_LIST_KEY,
    queryFn: ({ signal }) => call(endpoints.clientGetAll, { signal }),
    // One more, because the list may be loaded in the millisecond of the update.
    staleTime: elapsed < NOTICE_MS ? elapsed + 1 : 0,
    meta: CLIENT_LIST_META,
  });
}
