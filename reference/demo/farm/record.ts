import type { PgTable } from "drizzle-orm/pg-core";

/** A row of the demo; its timestamps are added at insertion. */
export type DemoRecord<Table extends PgTable> = Omit<Table["$inferInsert"], "createdAt" | "updatedAt">;
