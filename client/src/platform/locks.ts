/** Another tab still runs its task. It may be asleep, because browsers stop tabs that are not shown. */
export class LockHeld extends Error {
  override name = "LockHeld";
}

/**
 * Runs `task` while no other tab of this origin runs a task of the same name. Runs it without a lock in a browser
 * without locks (old phones, plain HTTP).
 * @throws LockHeld when another tab has the lock for `waitMs`; the task does not run then
 */
export async function withLock<T>(name: string, task: () => Promise<T>, waitMs?: number): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return task();
  const waiting = new AbortController();
  const timer = waitMs === undefined ? undefined : setTimeout(() => waiting.abort(new LockHeld(name)), waitMs);
  const isOver = new Promise<never>((_resolve, reject) => {
    waiting.signal.addEventListener("abort", () => reject(waiting.signal.reason));
  });
  const run = locks.request(name, { signal: waiting.signal }, () => {
    clearTimeout(timer);
    return task();
  });
  return Promise.race([run, isOver]);
}
