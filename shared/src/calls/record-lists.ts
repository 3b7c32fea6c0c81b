import * as z from "zod";
import { keysOf } from "../core/keys.ts";
import { ById, endpoint, pageOf } from "./endpoint.ts";
import { type EntityName, entities } from "./entities.ts";
import { views } from "./views.ts";

/** Entities whose records grow without limit, and the calls that return them in pages, newest first. */
export const recordPages: Partial<
  Record<
    EntityName,
    typeof views.wateringPage | typeof views.rainPage | typeof views.fieldNotePage | typeof views.canopyPage
  >
> = {
  canopyObservation: views.canopyPage,
  watering: views.wateringPage,
  rain: views.rainPage,
  fieldNote: views.fieldNotePage,
};

const names = keysOf(entities);

/** Lists by entity; `next` is the cursor of the older records that did not fit, null when the list is complete. */
export type RecordLists = Partial<Record<EntityName, { items: Record<string, unknown>[]; next: string | null }>>;
const RecordLists: z.ZodType<RecordLists, RecordLists> = z
  .object(Object.fromEntries(names.map((name) => [name, pageOf(entities[name].getById.reply)])))
  .partial();

/**
 * All records that a set-up screen shows, in one request; for the entities in {@link recordPages} only the newest.
 * Entities that the caller has no right to see are left out.
 */
export const recordLists = endpoint({
  method: "GET",
  path: "/Record/GetByClientID",
  query: ById.extend({
    of: z
      .string()
      .refine((of) => of.split(",").every((name) => names.some((entity) => entity === name)), "not a list of entities")
      .describe(`comma-separated, of: ${names.join(", ")}`),
  }),
  reply: RecordLists,
  summary: "Records of several entities of a client",
});
