import { PAGE_RECORDS_MAX } from "@lamina/shared/calls/endpoint";
import { type EntityName, entities } from "@lamina/shared/calls/entities";
import { type RecordLists, recordLists, recordPages } from "@lamina/shared/calls/record-lists";
import type { Caller } from "../http/caller.ts";
import { HttpProblem, problems } from "../http/problem.ts";
import type { Router } from "../http/router.ts";

const FORBIDDEN = 403;

type List = NonNullable<RecordLists[EntityName]>;

/** Adds the call that returns the lists of several entities at once, each as in its own call. */
export function recordListsRoute(router: Router): void {
  async function list(name: EntityName, caller: Caller, ID: string): Promise<List> {
    const page = recordPages[name];
    if (page) return (await router.answer(page, caller, { ID, limit: PAGE_RECORDS_MAX })) as List;
    const items = await router.answer(entities[name].getByClient, caller, { ID });
    return { items: items as List["items"], next: null };
  }

  router.route(recordLists, async ({ caller, query: { ID, of } }) => {
    if (!caller.clients.has(ID)) throw problems.notFound("client");
    const lists: RecordLists = {};
    const add = async (name: EntityName) => {
      const found = await list(name, caller, ID).catch(withoutForbidden);
      if (found) lists[name] = found;
    };
    await Promise.all([...new Set(of.split(","))].map((name) => add(name as EntityName)));
    return lists;
  });
}

/** Rethrows every error except a missing right. */
function withoutForbidden(error: unknown): undefined {
  if (!(error instanceof HttpProblem && error.statusCode === FORBIDDEN)) throw error;
}
