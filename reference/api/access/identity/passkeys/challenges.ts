import { randomBytes } from "node:crypto";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { and, eq } from "drizzle-orm";
import type { Clock } from "../../../core/clock.ts";
import type { Database } from "../../../core/database/open.ts";
import { passkeyChallenges } from "../../../schema/identity.ts";

const LIFE_MS = 5 * MINUTE_MS;
const BYTES = 32;

export type Purpose = (typeof passkeyChallenges.$inferSelect)["purpose"];

/** The newest challenge of a person for each purpose. */
export function createChallenges(database: Database, clock: Clock) {
  return {
    async make(userId: string, purpose: Purpose): Promise<string> {
      const challenge = randomBytes(BYTES).toString("base64url");
      const values = { challenge, expiresAt: new Date(clock.now().getTime() + LIFE_MS) };
      await database
        .insert(passkeyChallenges)
        .values({ userId, purpose, ...values })
        .onConflictDoUpdate({ target: [passkeyChallenges.userId, passkeyChallenges.purpose], set: values });
      return challenge;
    },

    /** In one statement, because of two answers to one challenge only the first may pass. */
    async take(userId: string, purpose: Purpose): Promise<string | undefined> {
      const [row] = await database
        .delete(passkeyChallenges)
        .where(and(eq(passkeyChallenges.userId, userId), eq(passkeyChallenges.purpose, purpose)))
        .returning();
      return row && row.expiresAt > clock.now() ? row.challenge : undefined;
    },
  };
}
