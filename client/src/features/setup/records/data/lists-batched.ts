import type { EntityName } from "@lamina/shared/calls/entities";
import { type RecordLists, recordLists } from "@lamina/shared/calls/record-lists";
import { ApiError } from "../../../../api/error.ts";
import { call } from "../../../../api/http.ts";

const NOT_FOUND = 404;

/** What is being gathered for one request: all lists of a client that are asked for in the same turn of the event loop. */
interface Gathering {
  clientId: string;
  names: EntityName[];
  answer: Promise<RecordLists>;
}

let gathering: Gathering | undefined;
/** False once the connected API has answered that it has no such call. */
let isOffered = true;

/**
 * A client's list of an entity, by one request together with those that are asked for at the same time: on a weak line each
 * request costs about as much as its whole answer. Undefined where it is alone, where the API has no such call and where it
 * left this list out: then the entity's own call answers.
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
    if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error;
    isOffered = false;
    return {};
  }
}
