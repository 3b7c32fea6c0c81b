import type { ById, Endpoint } from "@lamina/shared/calls/endpoint";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod";
import type { Database } from "../core/database/open.ts";
import type { RecordEntity } from "../core/record-changed.ts";
import type { JsonRecord } from "../core/serialize.ts";
import type { Caller } from "../http/caller.ts";
import type { Use } from "../http/problem.ts";
import type { inUseText, notFoundText } from "../http/text.ts";
import type { Lookups } from "./lookups.ts";
import type { Place, RecordTable } from "./places.ts";

type Body = z.ZodType<Record<string, unknown>>;

/** The five calls of any entity (`entityCalls` in shared). */
export interface EntityCalls {
  getByClient: Endpoint<typeof ById, z.ZodType, z.ZodType>;
  getById: Endpoint<typeof ById, z.ZodType, z.ZodType>;
  insert: Endpoint<z.ZodType, Body, z.ZodType>;
  update: Endpoint<z.ZodType, Body, z.ZodType<{ matchedCount: number }>>;
  remove: Endpoint<typeof ById, z.ZodType, z.ZodType>;
}

/** A write in its transaction: `before` is missing for an insertion, `after` for a deletion. */
export interface RecordChange {
  transaction: Database;
  caller: Caller;
  clientId: string;
  recordId: string;
  date: Date;
  before?: JsonRecord;
  after?: JsonRecord;
  /** Reads that the records of one import share. */
  lookups: Lookups;
}

/** Records that name a record and cannot be without it. */
export interface NeededBy {
  table: PgTable;
  /** Holds the id of the record that is needed. */
  column: PgColumn;
  /** How people call one of them, as a column or an expression. */
  name: PgColumn | SQL<string>;
  kind: Use["kind"];
}

/**
 * All that the five calls of an entity need to know. The rules are methods, because those are compared so that a
 * definition of particular fields is one of any fields.
 */
export interface RecordDefinition<Fields extends z.ZodObject = z.ZodObject> {
  /** The name of the entity in the API. */
  entity: RecordEntity;
  /** The five calls, from `entities` in shared. */
  calls: EntityCalls;
  /** Detail of the 404, such as "Fazenda não encontrada." */
  notFound: keyof typeof notFoundText;
  table: RecordTable;
  /** Where the records lie: who may see only some farms sees, changes and names them by it. */
  place: Place;
  /** Own fields, validated on receipt and again as a whole after a change. */
  fields: Fields;
  /** Order of the list. */
  orderBy: PgColumn;
  /** Fields that name records of the same client, and the place where the caller must see them. */
  references?: Partial<Record<keyof z.output<Fields> & string, Place>>;
  /** The one of them whose farm is the record's own. */
  farmFrom?: keyof z.output<Fields> & string;
  /** Those of them whose records must lie on the record's own farm. */
  onSameFarm?: readonly (keyof z.output<Fields> & string)[];
  /** Unique constraints by name, and the field to blame when one is broken. */
  unique?: Readonly<Record<string, string>>;
  /** Records without which a deletion is possible: while there are some, it is refused and names them. */
  neededBy?: readonly NeededBy[];
  /** Detail of the 409 where a constraint of the database says that other records need this one. */
  inUse?: keyof typeof inUseText;
  /** Rules across fields or records. `record` is valid by itself. */
  check?(record: z.output<Fields>, change: RecordChange): BrokenRule[] | Promise<BrokenRule[]>;
  /** Columns beside the own fields that follow from them, such as a depth from a panel setting. */
  derive?(record: z.output<Fields>, change: RecordChange): Promise<JsonRecord>;
  /** What else must be written with it, in its transaction. */
  changed?(change: RecordChange): Promise<void>;
  /** Two records with the same identity are one that was sent twice, for imports. */
  identity?(record: JsonRecord): string;
  /** Stored records that may have the identity of one of these. */
  alike?(transaction: Database, records: readonly JsonRecord[]): Promise<JsonRecord[]>;
}

/** A definition with the name of its entity, which its calls bear, and its table, which its place names. */
export function defineRecord<Fields extends z.ZodObject>(
  definition: Omit<RecordDefinition<Fields>, "entity" | "table">,
): RecordDefinition<Fields> {
  const entity = definition.calls.getById.path.split("/")[1] as RecordEntity;
  return { ...definition, entity, table: definition.place.table };
}
