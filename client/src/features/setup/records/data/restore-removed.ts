import { views } from "@lamina/shared/calls/views";
import { call } from "../../../../api/http.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { baseFields } from "../use-record-form.ts";
import { type AnyRecord, entityInfo, type Kind } from "./screen-config.ts";
import { insertRecord } from "./writes.ts";

/**
 * Takes back a deletion. An API that keeps no such record gets it again as a new one, unless others went along.
 * @throws ApiError
 */
export async function restoreRemoved(record: AnyRecord, entity: Kind, hadOthers: boolean): Promise<void> {
  const { _id, clientId } = record;
  const read = call(views.deletions, { query: { ID: clientId } });
  const kept = (hadOthers ? await read : await read.catch(() => [])).find(({ recordId }) => recordId === _id);
  if (kept) {
    await call(views.restore, { body: { clientId, _id: kept._id } });
    await queryClient.invalidateQueries({ queryKey: [clientId] });
  } else if (hadOthers) throw new Error("the API keeps no deleted records");
  else await insertRecord(clientId, entity, baseFields(entityInfo(entity).fields, record));
}
