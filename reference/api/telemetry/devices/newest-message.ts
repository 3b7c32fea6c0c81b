import { max } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { devices } from "../../schema/telemetry.ts";

/** When the newest message of any device arrived; null before the first. */
export async function newestMessage(database: Database): Promise<Date | null> {
  const [row] = await database.select({ at: max(devices.lastSeen) }).from(devices);
  return row?.at ?? null;
}
