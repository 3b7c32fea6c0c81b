import { views } from "@lamina/shared/calls/views";
import { call } from "../../../../api/http.ts";
import { queryClient } from "../../../../api/query-client.ts";
import type { AnyRecord, Kind } from "./screen-config.ts";
import { insertRecord } from "./writes.ts";

/**
 * Takes back a deletion. An API that keeps no such record gets it again as a new one, unless others went along.
 * @param fields of the new one; undefined when others went along
 * @throws ApiError
 */
export async function restoreRemoved(
  { _id, clientId }: AnyRecord,
  entity: Kind,
  fields: Parameters<typeof insertRecord>[2] | undefined,
): Promise<void> {
  const read = call(views.deletions, { query: { ID: clientId } });
  const kept = (fields ? await read.catch(() => []) : await read).find(({ recordId }) => recordId === _id);
  if (kept) {
    await call(views.restore, { body: { clientId, _id: kept._id } });
    await queryClient.invalidateQueries({ queryKey: [clientId] });
  } else if (fields) await insertRecord(clientId, entity, fields);
  else throw new Error("the API keeps no deleted records");
}
