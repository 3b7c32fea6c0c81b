import { ProblemId } from "@lamina/shared/core/errors";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Clock } from "../../../core/clock.ts";
import type { Database } from "../../../core/database/open.ts";
import type { Caller } from "../../../http/caller.ts";
import { HttpProblem, problems } from "../../../http/problem.ts";
import { auditReasons } from "../../../records/audit/text.ts";
import type { Author } from "../../../records/audit/write.ts";
import { commandPins } from "../../../schema/identity.ts";
import type { LoginCounters } from "../login-counters.ts";
import { createLoginLimit } from "../login-limit.ts";
import { noteAccess } from "../notices/note-access.ts";
import { hashPassword, verifyPassword } from "../password.ts";

/** Wrong PINs of one person in a window: of the million PINs, a stolen token can try few. */
const MAX_WRONG_PINS = 5;

/** The PINs with which people confirm commands. */
export interface Pins {
  find(userId: string): Promise<{ since: Date; lockedUntil: Date | null } | undefined>;
  set(transaction: Database, userId: string, author: Author, pin: string): Promise<void>;
  /** @returns whether there was one */
  end(transaction: Database, userId: string, author: Author, reason: string): Promise<boolean>;
  /** @throws HttpProblem 403 for a wrong one or without one, 429 */
  require(caller: Caller, pin: string | undefined): Promise<void>;
}

export function createPins(database: Database, clock: Clock, counters: LoginCounters): Pins {
  const limit = createLoginLimit(clock, MAX_WRONG_PINS, counters, { of: "pin", blocked: problems.pinLocked });

  async function rowOf(userId: string) {
    const [row] = await database.select().from(commandPins).where(eq(commandPins.userId, userId));
    return row;
  }

  /** The first refusal of a lock is written to the audit. */
  async function lock(userId: string, author: Author, seconds: number): Promise<void> {
    const date = clock.now();
    const isUnlocked = or(isNull(commandPins.lockedUntil), lte(commandPins.lockedUntil, date));
    await database.transaction(async (transaction) => {
      const locked = await transaction
        .update(commandPins)
        .set({ lockedUntil: new Date(date.getTime() + seconds * 1000) })
        .where(and(eq(commandPins.userId, userId), isUnlocked))
        .returning({ userId: commandPins.userId });
      if (locked.length > 0) await noteAccess(transaction, { userId, author, date, reason: auditReasons.pinLocked });
    });
  }

  return {
    async find(userId) {
      const row = await rowOf(userId);
      return row && { since: row.since, lockedUntil: row.lockedUntil };
    },

    async set(transaction, userId, author, pin) {
      const date = clock.now();
      const values = { hash: await hashPassword(pin), since: date, lockedUntil: null };
      await transaction
        .insert(commandPins)
        .values({ userId, ...values })
        .onConflictDoUpdate({ target: commandPins.userId, set: values });
      await noteAccess(transaction, { userId, author, date, reason: auditReasons.pinSet });
    },

    async end(transaction, userId, author, reason) {
      const ended = await transaction
        .delete(commandPins)
        .where(eq(commandPins.userId, userId))
        .returning({ userId: commandPins.userId });
      if (ended.length > 0) await noteAccess(transaction, { userId, author, date: clock.now(), reason });
      return ended.length > 0;
    },

    async require(caller, pin) {
      const { userId } = caller;
      const row = userId === null ? undefined : await rowOf(userId);
      if (row === undefined) throw problems.pinMissing();
      if (pin === undefined) throw problems.confirmPin();
      // A new PIN, which takes the password, has a counter of its own.
      const guesser = { userName: row.hash };
      const prove = async () => ((await verifyPassword(pin, row.hash)) ? true : undefined);
      const proved = await limit.guess(guesser, prove).catch(async (error: unknown) => {
        if (error instanceof HttpProblem && error.given.id === ProblemId.pinLocked)
          await lock(row.userId, caller, error.retryAfter ?? 0);
        throw error;
      });
      if (!proved) throw problems.confirmPin();
    },
  };
}
