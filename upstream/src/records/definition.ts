import type { ById, Endpoint } from "@lamina/shared/endpoint";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod";
import type { Database } from "../core/database/open.ts";
import type { Events } from "../core/events.ts";
import type { WireRecord } from "../core/wire.ts";
import type { Caller } from "../http/caller.ts";

/** A table of records that belong to a client (`clientRecordColumns`). */
type RecordTable = PgTable & Record<"_id" | "clientId" | "updatedAt", PgColumn>;

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
  before?: WireRecord;
  after?: WireRecord;
}

/** All that the five calls of an entity need to know. */
export interface RecordDefinition<Fields extends z.ZodObject = z.ZodObject> {
  /** The five calls, from `entities` in shared. */
  calls: EntityCalls;
  /** What a caller is told who asks for one that is not there, such as "Fazenda não encontrada." */
  notFound: string;
  table: RecordTable;
  /** Own fields, validated at the door and again as a whole after a change. */
  fields: Fields;
  /** Order of the list. */
  orderBy: PgColumn;
  /** Fields that name a record of the same client, and the table where it must be found. */
  references?: Partial<Record<keyof z.output<Fields> & string, RecordTable>>;
  /** Those of them whose record must lie on the record's own farm. */
  onSameFarm?: readonly (keyof z.output<Fields> & string)[];
  /** Unique constraints by name, and the field to blame when one is broken. */
  unique?: Readonly<Record<string, string>>;
  /** Which of the records lie in these farms, for users that may see only some. */
  withinFarms?: (farmIds: readonly string[]) => SQL;
  /** What is said where others depend on a record that is to go: who, and what to do. */
  inUse?: string;
  /** Rules across fields or records. `record` is valid by itself. */
  check?: (record: z.output<Fields>, change: RecordChange) => BrokenRule[] | Promise<BrokenRule[]>;
  /** Columns beside the own fields that follow from them, such as a depth from a panel setting. */
  derive?: (record: z.output<Fields>, change: RecordChange) => Promise<WireRecord>;
  /** What else must be written with it, in its transaction. */
  changed?: (change: RecordChange) => Promise<void>;
  /** What other modules are told, once it is committed. */
  committed?: (change: Omit<RecordChange, "transaction">, events: Events) => Promise<void>;
}
