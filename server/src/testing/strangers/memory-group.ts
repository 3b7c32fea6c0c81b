import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";

/** Files of a memory group in both versions of Linux's control groups. */
const VERSIONS = [
  { root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", kills: "memory.oom_control" },
  { root: "/sys/fs/cgroup", limit: "memory.max", kills: "memory.events" },
];

/** A group of processes with a memory limit, as a container has. */
export class MemoryGroup implements Disposable {
  readonly #folder: string;
  readonly #kills: string;

  private constructor(folder: string, kills: string) {
    this.#folder = folder;
    this.#kills = kills;
  }

  /** Undefined where this user or system permits none. */
  static create(name: string, bytes: number): MemoryGroup | undefined {
    for (const { root, limit, kills } of VERSIONS) {
      const folder = `${root}/${name}`;
      try {
        mkdirSync(folder);
      } catch {
        continue; // This version is not mounted, or belongs to another user.
      }
      if (existsSync(`${folder}/${limit}`)) {
        writeFileSync(`${folder}/${limit}`, String(bytes));
        return new MemoryGroup(folder, `${folder}/${kills}`);
      }
      rmdirSync(folder);
    }
    return undefined;
  }

  /** The command that runs a program in this group, as the beginning of its command line. */
  get command(): string[] {
    return ["sh", "-c", `echo $$ > ${this.#folder}/cgroup.procs && exec "$0" "$@"`];
  }

  /** Processes that the kernel has killed for memory. */
  get kills(): number {
    return Number(/^oom_kill (\d+)/m.exec(readFileSync(this.#kills, "utf8"))?.[1] ?? 0);
  }

  [Symbol.dispose](): void {
    rmdirSync(this.#folder);
  }
}
