/** The last work of each name, by owner: two programs in one process do not wait for each other. */
const lines = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs work of one name in this process one after the other. Unlike a lock of the database, waiting takes no connection,
 * so that a hundred repetitions do not keep other calls from theirs.
 */
export async function inTurn<Result>(owner: object, name: string, work: () => Promise<Result>): Promise<Result> {
  const line = lines.get(owner) ?? new Map<string, Promise<unknown>>();
  lines.set(owner, line);
  const before = line.get(name) ?? Promise.resolve();
  const turn = before.then(work, work);
  line.set(name, turn);
  try {
    return await turn;
  } finally {
    if (line.get(name) === turn) line.delete(name);
  }
}
