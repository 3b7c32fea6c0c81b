import type { Database } from "./open.ts";

class RolledBack<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super("rolled back on purpose");
    this.result = result;
  }
}

/** The result of work that is not to be stored: its transaction is rolled back. */
export async function rolledBack<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  let done: RolledBack<Result> | undefined;
  try {
    await database.transaction(async (transaction) => {
      done = new RolledBack(await work(transaction));
      throw done;
    });
  } catch (error) {
    if (done === undefined || error !== done) throw error;
  }
  if (done === undefined) throw new Error("the transaction did not run");
  return done.result;
}
