import { createHash } from "node:crypto";
import { DAY_MS } from "@lamina/shared/core/time";
import { and, eq, lt } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import type { Caller } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import { writeKeys } from "../schema/write-keys.ts";

/** A phone may be offline for a whole harvest; a retry after this time is a new write. */
export const KEY_LIFETIME_MS = 60 * DAY_MS;

/** A write that a caller may repeat. */
interface KeyedWrite {
  clientId: string;
  entity: string;
  key: string;
  caller: Caller;
  /** The body as sent. The same key with another body is rejected. */
  body: unknown;
  now: Date;
}

/**
 * Makes a write once per key: a repetition gets the first answer, and a simultaneous one waits for it. Deletes expired
 * keys.
 * @throws HttpProblem 422 when the key was used for another write
 */
export async function writeOnce<Reply>(
  transaction: Database,
  { clientId, entity, key, caller, body, now }: KeyedWrite,
  write: () => Promise<Reply>,
): Promise<Reply> {
  const name = and(eq(writeKeys.clientId, clientId), eq(writeKeys.entity, entity), eq(writeKeys.key, key));
  const digest = digestOf(caller, body);
  await transaction.delete(writeKeys).where(lt(writeKeys.date, new Date(now.getTime() - KEY_LIFETIME_MS)));
  const claimed = await transaction
    .insert(writeKeys)
    .values({ clientId, entity, key, digest, date: now })
    .onConflictDoNothing()
    .returning({ key: writeKeys.key });
  if (claimed.length === 0) {
    const [first] = await transaction.select().from(writeKeys).where(name);
    if (first?.digest != null && first.digest !== digest) throw problems.keyReused();
    return first?.reply as Reply;
  }
  const reply = await write();
  await transaction.update(writeKeys).set({ reply }).where(name);
  return reply;
}

function digestOf({ userId }: Caller, body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([userId, body]))
    .digest("hex");
}
