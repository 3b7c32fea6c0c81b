import { sql } from "drizzle-orm";
import type { Database } from "./open.ts";

/**
 * Makes a transaction wait for others that took the same name, until they end: for rules that first read and then write.
 * What they wrote is visible to the next statement.
 */
export async function lockNamed(transaction: Database, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
}
