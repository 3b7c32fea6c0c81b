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
import type { RecordScope, RecordTable } from "./places.ts";
import type { Repeats } from "./repeats.ts";

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
  /** Cached reads that the records of one import share. */
  lookups: Lookups;
}

/** Records that require another record. */
export interface NeededBy {
  table: PgTable;
  /** The column with the id of the required record. */
  column: PgColumn;
  /** The displayed name of such a record, as a column or an expression. */
  name: PgColumn | SQL<string>;
  kind: Use["kind"];
}

/**
 * Everything that the five calls of an entity need. The rules are methods, because TypeScript compares methods
 * bivariantly, so that a definition of particular fields is assignable to one of any fields.
 */
export interface RecordDefinition<Fields extends z.ZodObject = z.ZodObject> {
  /** The name of the entity in the API. */
  entity: RecordEntity;
  /** The five calls, from `entities` in shared. */
  calls: EntityCalls;
  /** Detail of the 404, such as "Fazenda não encontrada." */
  notFound: keyof typeof notFoundText;
  table: RecordTable;
  /** Where the records are located; it limits which records a user of some farms may see, change and reference. */
  place: RecordScope;
  /** Own fields, validated on receipt. A change is judged by the fields that differ, and by `check` as a whole. */
  fields: Fields;
  /** Fields of which one is given, and `derive` computes the others. */
  alternatives?: readonly (keyof z.output<Fields> & string)[];
  orderBy: PgColumn;
  /** The list has only this many records, the last of its order, because the records grow without limit. */
  mostListed?: number;
  /** Fields with references to records of the same client, and the place that limits them to records that the caller may see. */
  references?: Partial<Record<keyof z.output<Fields> & string, RecordScope>>;
  /** The reference whose farm is the record's own. */
  farmFrom?: keyof z.output<Fields> & string;
  /** The references to records that must be on the record's own farm. */
  onSameFarm?: readonly (keyof z.output<Fields> & string)[];
  /** Unique constraints by name, each with the field that gets the error. */
  unique?: Readonly<Record<string, string>>;
  /** Records that require this one: a deletion is rejected while there are any, and names them. */
  neededBy?: readonly NeededBy[];
  /** Rejects a deletion for another reason than records that require this one. @throws HttpProblem 409 */
  requireFree?(change: Pick<RecordChange, "transaction" | "recordId">): Promise<void>;
  /** Detail of the 409 when a foreign key shows that other records require this one. */
  inUse?: keyof typeof inUseText;
  /** Rules across fields or records. `record` is already valid by itself. */
  check?(record: z.output<Fields>, change: RecordChange): BrokenRule[] | Promise<BrokenRule[]>;
  /** Rules that compare a record with others, which a restored record must obey too. */
  beside?(record: z.output<Fields>, change: RecordChange): BrokenRule[] | Promise<BrokenRule[]>;
  /** Derived columns beside the own fields, such as a depth from a panel setting. */
  derive?(record: z.output<Fields>, change: RecordChange): Promise<JsonRecord>;
  /** Other writes of the same transaction. */
  changed?(change: RecordChange): Promise<void>;
  /** How a record is recognised that is sent again, by anyone: it is stored once. */
  repeats?: Repeats;
}

/** A definition with its entity's name from the calls, and its table from the place. */
export function defineRecord<Fields extends z.ZodObject>(
  definition: Omit<RecordDefinition<Fields>, "entity" | "table">,
): RecordDefinition<Fields> {
  const entity = definition.calls.getById.path.split("/")[1] as RecordEntity;
  return { ...definition, entity, table: definition.place.table };
}
