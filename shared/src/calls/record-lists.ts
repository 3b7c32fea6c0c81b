import * as z from "zod";
import { ById, endpoint, pageOf } from "./endpoint.ts";
import { type EntityName, entities } from "./entities.ts";
import { views } from "./views.ts";

/** Entities whose records grow for ever, and the calls that give them in pages, newest first. */
export const recordPages: Partial<Record<EntityName, typeof views.wateringPage | typeof views.rainPage>> = {
  watering: views.wateringPage,
  rain: views.rainPage,
};
/** Records that such a page has at most. */
export const PAGE_RECORDS_MAX = 1000;

const names = Object.keys(entities) as EntityName[];

/** Lists by entity; `next` is the cursor of the older records that did not fit, null where these are all. */
export type RecordLists = Partial<Record<EntityName, { items: Record<string, unknown>[]; next: string | null }>>;
const RecordLists: z.ZodType<RecordLists, RecordLists> = z
  .object(Object.fromEntries(names.map((name) => [name, pageOf(entities[name].getById.reply)])))
  .partial();

/**
 * All that a set-up screen shows, in one request; of the entities in {@link recordPages} the newest records. What the caller
 * has no right to is left out.
 */
export const recordLists = endpoint({
  method: "GET",
  path: "/Record/GetByClientID",
  query: ById.extend({
    of: z
      .string()
      .refine((of) => of.split(",").every((name) => names.includes(name as EntityName)), "not a list of entities")
      .describe(`comma-separated, of: ${names.join(", ")}`),
  }),
  reply: RecordLists,
  summary: "Records of several entities of a client",
});
