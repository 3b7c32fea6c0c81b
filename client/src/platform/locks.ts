/**
 * Runs `task` while no other tab of this origin runs one of the same name. Where the browser has no locks (old phones,
 * plain HTTP) it just runs.
 */
export function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request(name, task) : task();
}
