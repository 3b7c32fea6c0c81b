import type { Database } from "../core/database/open.ts";
import type { Tasks } from "../core/tasks.ts";
import { clearGivenUp, listGivenUp, sendAgain } from "../mail/given-up.ts";

type DeadTasks = Pick<Tasks, "dead" | "clearDead">;

/** A line for each job and for each mail that failed every time. */
export async function listDeadLetters(database: Database, tasks: DeadTasks): Promise<string[]> {
  const [jobs, mails] = await Promise.all([tasks.dead(), listGivenUp(database)]);
  return [
    ...jobs.map(({ job, key, failedAt, times, reason }) => `${failedAt}  ${job}  ${key ?? "-"}  ${times}x  ${reason}`),
    ...mails.map(({ id, recipient, createdAt }) => `${createdAt}  mail  ${id}  to ${recipient}  given up, see the log`),
  ];
}

/** Deletes all of them. */
export async function clearDeadLetters(database: Database, tasks: DeadTasks): Promise<void> {
  await Promise.all([tasks.clearDead(), clearGivenUp(database)]);
}

/** Has the mails sent again. A job with work left is added again by itself. */
export const retryDeadLetters = sendAgain;
