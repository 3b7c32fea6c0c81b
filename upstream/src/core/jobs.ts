import type { Context } from "./context.ts";

/** Recurring work, such as recomputing stale rows. */
export interface Job {
  /** For the log. */
  name: string;
  intervalMs: number;
  /** A failure is logged; the job runs again at its next interval. */
  run(): Promise<void>;
}

interface Jobs {
  /**
   * Runs every job once, in order, regardless of its interval: for the start and for tests. Reports the number of
   * completed jobs.
   */
  runAll(progress?: (done: number, total: number) => void): Promise<void>;
  /** Stops, and waits for the running job. */
  close(): Promise<void>;
}

/** Runs each job at its interval, one job at a time, because they share one database and some depend on each other's results. */
export function startJobs(
  jobs: readonly Job[],
  log: Pick<Context["log"], "error">,
  failed: (job: string) => void = () => {},
): Jobs {
  let queue = Promise.resolve();
  const waiting = new Set<Job>();

  async function attempt(job: Job): Promise<void> {
    waiting.delete(job);
    try {
      await job.run();
    } catch (error) {
      failed(job.name);
      log.error({ job: job.name, err: error }, "job failed");
    }
  }
  function enqueue(job: Job): Promise<void> {
    // A job that is slower than its interval is not queued twice.
    if (waiting.has(job)) return queue;
    waiting.add(job);
    queue = queue.then(() => attempt(job));
    return queue;
  }

  const timers = jobs.map((job) => setInterval(() => void enqueue(job), job.intervalMs));
  return {
    async runAll(progress) {
      progress?.(0, jobs.length);
      for (const [index, job] of jobs.entries()) {
        await enqueue(job);
        progress?.(index + 1, jobs.length);
      }
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await queue;
    },
  };
}
