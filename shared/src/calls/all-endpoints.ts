import type { Endpoint } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { entities } from "./entities.ts";
import { recordLists } from "./record-lists.ts";
import { views } from "./views.ts";

/** Every call of the API in one list, for rules that apply to all of them: authentication, rights, documentation. */
export const allEndpoints: readonly Endpoint[] = [
  ...Object.values(endpoints),
  ...Object.values(entities).flatMap((calls): Endpoint[] => Object.values(calls)),
  ...Object.values(views),
  recordLists,
];
