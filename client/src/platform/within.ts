/** The start of the app, a record and a logout wait for no part of the device longer than 1.5 s. */
export const ANSWER_MS = 1_300;
/** A blocked page runs its late timers first: an answer that has already come counts. */
const GRACE_MS = 100;

/** Resolves with the outcome of a task, or with `late` when it has none after `ANSWER_MS`. The task is not stopped. */
export async function within<T, Late>(task: Promise<T>, late: Late): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<Late>((resolve) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => resolve(late), GRACE_MS);
    }, ANSWER_MS);
  });
  try {
    return await Promise.race([task, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
