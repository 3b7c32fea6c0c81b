import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Short, because it limits the wait of a process for its next share. */
const PERIOD_US = 10_000;
const ROOT = "/sys/fs/cgroup";
/** Where Linux limits processor time: version 1 of control groups, or version 2. */
const FOLDER = existsSync(join(ROOT, "cpu")) ? join(ROOT, "cpu") : ROOT;

/**
 * Gives a process a part of one processor and no more, as a small machine of its own would. Undefined where the system
 * does not allow it: it needs Linux and its administrator.
 */
export function limitProcessor(pid: number, share: number): Disposable | undefined {
  const folder = join(FOLDER, `lamina-bench-${pid}`);
  const quota = String(Math.round(share * PERIOD_US));
  try {
    mkdirSync(folder);
    if (existsSync(join(folder, "cpu.max"))) writeFileSync(join(folder, "cpu.max"), `${quota} ${PERIOD_US}`);
    else {
      writeFileSync(join(folder, "cpu.cfs_period_us"), String(PERIOD_US));
      writeFileSync(join(folder, "cpu.cfs_quota_us"), quota);
    }
    writeFileSync(join(folder, "cgroup.procs"), String(pid));
  } catch {
    remove(folder);
    return undefined;
  }
  return {
    [Symbol.dispose]() {
      writeFileSync(join(FOLDER, "cgroup.procs"), String(pid));
      remove(folder);
    },
  };
}

function remove(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The system removes an empty one with its last process.
  }
}
