import type { Log } from "./log.ts";
import type { Task, Tasks } from "./tasks.ts";

/** Answer of a job that leaves the rest of its task for another turn. */
export const UNFINISHED = "unfinished";

/** Recurring work, such as recomputing stale rows. */
export interface Job {
  /** For the log and for its tasks. */
  name: string;
  intervalMs: number;
  /**
   * Does the work of one task: the given key of {@link Job.due} or input of {@link Job.take}; without them all of it.
   * A failure is logged and tried again. With {@link UNFINISHED}, the task waits behind the others for its next turn.
   */
  run(input?: string): Promise<unknown>;
  /** Keys, usually clients, with work to do; each is a task. Without it, each interval has one task. */
  due?(): Promise<readonly string[]>;
  /** Takes the input that this process collected; undefined without any. Processes of every role do this. */
  take?(): string | undefined | Promise<string | undefined>;
}

interface Jobs {
  /** Does all work once, in order, in this process: for the start and for tests. Reports the number of completed jobs. */
  runAll(progress?: (done: number, total: number) => void): Promise<void>;
  /** Stops, and waits for the running task. */
  close(): Promise<void>;
}

interface JobOptions {
  log: Pick<Log, "error">;
  failed?: (job: string) => void;
  /** Tasks that this process does at a time; 0 for one that leaves them to others. */
  atOnce: number;
}

/** How long an idle process waits before it looks for tasks of others. */
const LOOK_MS = 1_000;

/** Turns due work into tasks at each job's interval, and does tasks. */
export function startJobs(jobs: readonly Job[], tasks: Tasks, { log, failed = () => {}, atOnce }: JobOptions): Jobs {
  const byName = new Map(jobs.map((job) => [job.name, job] as const));
  const looking = new Set<Job>();
  /** Input that was taken and not added yet, because the database was away. */
  const unsent = new Map<Job, Task[]>();
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  async function attempt(job: Pick<Job, "name">, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      failed(job.name);
      log.error({ job: job.name, err: error }, "job failed");
    }
  }

  function during(work: Promise<unknown>): void {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  async function find(job: Job): Promise<Task[]> {
    if (job.take) {
      const data = await job.take();
      return data === undefined ? [] : [{ job: job.name, data }];
    }
    if (atOnce === 0) return [];
    if (job.due) return (await job.due()).map((key) => ({ job: job.name, key }));
    return [{ job: job.name, everySeconds: Math.ceil(job.intervalMs / 1000) }];
  }

  /** A search that is slower than its interval is not started twice. */
  async function look(job: Job): Promise<void> {
    if (looking.has(job)) return;
    looking.add(job);
    await attempt(job, async () => {
      const found = unsent.get(job) ?? (await find(job));
      if (job.take) unsent.set(job, found);
      await tasks.add(found);
      unsent.delete(job);
      if (found.length > 0) doTasks();
    });
    looking.delete(job);
  }

  let busy = 0;
  function doTasks(): void {
    while (busy < atOnce && !isClosed) {
      busy++;
      during(
        attempt({ name: "tasks" }, doUntilNone).finally(() => {
          busy--;
        }),
      );
    }
  }

  async function doUntilNone(): Promise<void> {
    for (let isNext = true; isNext && !isClosed; ) {
      const unfinished: Task[] = [];
      isNext = await tasks.doNext(async (task) => {
        const { job, key, data } = task;
        const result = await byName.get(job)?.run(key ?? (data as string | undefined));
        if (result === UNFINISHED) unfinished.push(task);
      });
      // After it has ended, because a second one of its key cannot wait beside it.
      await tasks.add(unfinished);
    }
  }

  // Checks for a round twice in its interval, so that none is skipped. The tasks prevent a second one.
  const timers = jobs.map((job) =>
    setInterval(() => during(look(job)), job.due || job.take ? job.intervalMs : job.intervalMs / 2),
  );
  // Of other processes, and those to be tried again.
  if (atOnce > 0) timers.push(setInterval(doTasks, LOOK_MS));

  return {
    async runAll(progress) {
      progress?.(0, jobs.length);
      for (const [index, job] of jobs.entries()) {
        await attempt(job, async () => void (await job.run()));
        progress?.(index + 1, jobs.length);
      }
    },
    async close() {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      while (underWay.size > 0) await Promise.all(underWay);
      // The input that this process collected is lost with it, so other processes or the next start get it.
      for (const job of jobs) if (job.take) await look(job);
    },
  };
}
