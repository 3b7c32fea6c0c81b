import type { ImportJob } from "@lamina/shared/calls/views/field-records";
import type { GoodRow } from "./import-rows.ts";
import { type ImportOutcome, type ImportRun, sumOf } from "./send-parts.ts";

/** A file with more rows is imported as jobs, so that its person need not wait for it. */
export const MAX_DIRECT_ROWS = 5_000;

const ASK_MS = 1_000;

/** The API's calls for a part. */
interface JobCalls {
  add(rows: readonly GoodRow[], key: string): Promise<ImportJob>;
  ask(id: string): Promise<ImportJob>;
  /** The result of a part, with lines of the file. */
  outcomeOf(job: ImportJob, rows: readonly GoodRow[]): ImportOutcome;
}

/**
 * Hands all parts to the API, each with its own `key` of the run, and follows them until the last one is finished.
 * @throws ApiError; AbortError when the signal stops it before the API has all parts. The next call with the same run
 * continues
 */
export async function sendJobs(
  parts: readonly (readonly GoodRow[])[],
  run: ImportRun,
  { add, ask, outcomeOf }: JobCalls,
  pause: (ms: number) => Promise<void>,
): Promise<ImportOutcome> {
  const done = new Map<number, number>();
  const note = (index: number, job: ImportJob) => {
    run.jobs.set(index, job._id);
    done.set(index, job.done);
    if (job.finishedAt !== null) run.answers.set(index, outcomeOf(job, parts[index] ?? []));
    run.onSent([...done.values()].reduce((sum, rows) => sum + rows, 0));
  };
  for (const [index, rows] of parts.entries()) {
    if (run.jobs.has(index)) continue;
    if (run.signal.aborted) throw new DOMException("stopped by the person", "AbortError");
    note(index, await add(rows, `${run.key}-${index}`));
  }
  run.onTaken?.();
  // One question at a time, for the first unfinished part, because the API works them off in this order.
  for (const [index, id] of run.jobs)
    while (!run.answers.has(index)) {
      note(index, await ask(id));
      if (!run.answers.has(index)) await pause(ASK_MS);
    }
  return sumOf(run);
}
