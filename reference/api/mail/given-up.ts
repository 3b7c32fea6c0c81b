import { and, asc, gte, isNull, lt } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { mails } from "../schema/mails.ts";

/** Attempts over two hours, after which an operator decides. */
export const MAX_ATTEMPTS = 8;

/** Mails of which another attempt will be made. */
export const waiting = and(isNull(mails.sentAt), lt(mails.attempts, MAX_ATTEMPTS));
/** Mails whose last attempt has begun, and ended where `nextAt` has passed. */
export const givenUp = and(isNull(mails.sentAt), gte(mails.attempts, MAX_ATTEMPTS));

interface GivenUpMail {
  id: string;
  recipient: string;
  /** When it was requested. */
  createdAt: string;
}

/** Mails whose every attempt failed, oldest first; they stay for 30 days. */
export async function listGivenUp(database: Database): Promise<GivenUpMail[]> {
  const rows = await database
    .select({ _id: mails._id, recipient: mails.recipient, createdAt: mails.createdAt })
    .from(mails)
    .where(givenUp)
    .orderBy(asc(mails.createdAt));
  return rows.map(({ _id: id, recipient, createdAt }) => ({ id, recipient, createdAt: createdAt.toISOString() }));
}

/** Deletes the mails that were given up. */
export async function clearGivenUp(database: Database): Promise<void> {
  await database.delete(mails).where(givenUp);
}

/** Has the mails that were given up sent again, from the first attempt. */
export async function sendAgain(database: Database, now: Date): Promise<void> {
  await database.update(mails).set({ attempts: 0, nextAt: now }).where(givenUp);
}

export async function countMails(database: Database): Promise<Record<"waiting" | "given up", number>> {
  const [before, after] = await Promise.all([database.$count(mails, waiting), database.$count(mails, givenUp)]);
  return { waiting: before, "given up": after };
}
