import type { ClientInsert, ClientUpdate } from "@lamina/shared/client";
import { endpoints } from "@lamina/shared/endpoints";
import type * as z from "zod";
import { call } from "../../api/http.ts";
import { clientSetup } from "./current-clients.ts";

/** Adds a client; the list is loaded again (§7). */
export async function insertClient(client: z.input<typeof ClientInsert>): Promise<void> {
  await call(endpoints.clientInsert, { body: client });
  await clientSetup.reload();
}

/** Updates a client; the list is loaded again. Alerts when the API updated nothing (§8). Resolves to whether it did. */
export async function updateClient(client: z.input<typeof ClientUpdate>): Promise<boolean> {
  const { matchedCount } = await call(endpoints.clientUpdate, { body: client });
  await clientSetup.reload();
  if (matchedCount === 0) window.alert("Erro ao atualizar o cliente");
  return matchedCount > 0;
}

/** Deletes the client of this `_id`; the list is loaded again. */
export async function deleteClient(id: string): Promise<void> {
  await call(endpoints.clientDelete, { query: { ID: id } });
  await clientSetup.reload();
}
