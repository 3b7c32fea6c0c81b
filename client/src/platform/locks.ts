/**
 * Runs `task` while no other tab of this origin runs a task of the same name. Runs it without a lock in a browser
 * without locks (old phones, plain HTTP).
 */
export function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request(name, task) : task();
}
