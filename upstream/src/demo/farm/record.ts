import type { PgTable } from "drizzle-orm/pg-core";

/** A row of the demo as it is laid into its table; the moments of its making are added there. */
export type DemoRecord<Table extends PgTable> = Omit<Table["$inferInsert"], "createdAt" | "updatedAt">;
