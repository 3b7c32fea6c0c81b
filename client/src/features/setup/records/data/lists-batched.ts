import type { EntityName } from "@lamina/shared/calls/entities";
import { type RecordLists, recordLists } from "@lamina/shared/calls/record-lists";
import { isMissing } from "../../../../api/error.ts";
import { call } from "../../../../api/http.ts";

/** A pending request for all lists of a client that are requested in the same turn of the event loop. */
interface Gathering {
  clientId: string;
  names: EntityName[];
  answer: Promise<RecordLists>;
}

let gathering: Gathering | undefined;
/** False once the connected API has answered that it lacks the call. */
let isOffered = true;

/**
 * A client's list of an entity, in one request with the lists that are requested at the same time. On a slow line a
 * request costs about as much as its answer. Undefined for a single list, for an API without the call, and for a list
 * that the answer leaves out; the entity's own call then loads it.
 * @throws ApiError
 */
export async function fetchListsBatched(clientId: string, name: EntityName): Promise<RecordLists[EntityName]> {
  if (!isOffered) return undefined;
  if (gathering?.clientId !== clientId) gathering = gather(clientId);
  gathering.names.push(name);
  return (await gathering.answer)[name];
}

function gather(clientId: string): Gathering {
  const names: EntityName[] = [];
  const answer = Promise.resolve().then(() => {
    gathering = undefined;
    return names.length > 1 ? ask(clientId, names) : {};
  });
  return { clientId, names, answer };
}

async function ask(ID: string, names: readonly EntityName[]): Promise<RecordLists> {
  try {
    return await call(recordLists, { query: { ID, of: [...names].sort().join(",") } });
  } catch (error) {
    if (!isMissing(error)) throw error;
    isOffered = false;
    return {};
  }
}
