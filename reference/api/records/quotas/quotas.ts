import { eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../core/database/open.ts";
import { problems } from "../../http/problem.ts";
import { photos } from "../../schema/photos.ts";

/**
 * Maximum that one client stores, far beyond any farm, so that a program in a loop fills no disk. Simultaneous writes
 * may pass a limit by their own number.
 */
export const QUOTAS = {
  /** Records of one kind. */
  records: 100_000,
  /** Records of a kind that is a history: waterings, rain. Imports alone reach it, so that they alone are counted. */
  history: 1_000_000,
  photoBytes: 5 * 1024 ** 3,
};

/** @throws HttpProblem 409 when a client would have more records of a table than its quota */
export async function requireRoom(
  transaction: Database,
  { table, clientId: column }: { table: PgTable; clientId: PgColumn },
  { clientId, added, most = QUOTAS.records }: { clientId: string; added: number; most?: number },
): Promise<void> {
  if (added === 0) return;
  const { rows } = await transaction.execute(
    sql`select count(*)::int as count from (select 1 from ${table} where ${column} = ${clientId} limit ${most}) t`,
  );
  if (Number(rows[0]?.count) + added > most) throw problems.quotaReached("records", most);
}

/** @throws HttpProblem 409 when a client's photos would be larger than its quota */
export async function requireRoomForPhoto(transaction: Database, clientId: string, bytes: number): Promise<void> {
  const [used] = await transaction
    .select({ bytes: sql`coalesce(sum(octet_length(${photos.data})), 0)`.mapWith(Number) })
    .from(photos)
    .where(eq(photos.clientId, clientId));
  if ((used?.bytes ?? 0) + bytes > QUOTAS.photoBytes) throw problems.quotaReached("photos", QUOTAS.photoBytes);
}
