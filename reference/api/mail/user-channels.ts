import { eq, sql } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { userChannels } from "../schema/alerts.ts";

type Channel = typeof userChannels.$inferSelect.channel;

/** Stores when a channel last reached these persons, or last failed. */
export async function noteChannel(
  database: Database,
  { userIds, channel, now, isSuccess }: { userIds: readonly string[]; channel: Channel; now: Date; isSuccess: boolean },
): Promise<void> {
  if (userIds.length === 0) return;
  const [succeededAt, failedAt] = isSuccess ? [now, null] : [null, now];
  await database
    .insert(userChannels)
    .values([...new Set(userIds)].map((userId) => ({ userId, channel, succeededAt, failedAt })))
    .onConflictDoUpdate({
      target: [userChannels.userId, userChannels.channel],
      set: {
        succeededAt: sql`coalesce(excluded.succeeded_at, ${userChannels.succeededAt})`,
        failedAt: sql`coalesce(excluded.failed_at, ${userChannels.failedAt})`,
      },
    });
}

/** The channels of a person with their last success and fault. */
export async function channelsOf(database: Database, userId: string) {
  const rows = await database.select().from(userChannels).where(eq(userChannels.userId, userId));
  return rows.map(({ channel, succeededAt, failedAt }) => ({
    channel,
    lastSuccess: succeededAt?.toISOString() ?? null,
    lastFault: failedAt?.toISOString() ?? null,
  }));
}
