import { Worker } from "node:worker_threads";
import type { PlanInput } from "@lamina/agronomy/plan/plan-day";
import { type PlanWithStops, planWithStops } from "@lamina/agronomy/plan/stop-run";

/** Up to this number of machines a search takes milliseconds and needs no thread. */
const INLINE_JOBS = 2;
/** A thread without work ends after this time, ms. */
const IDLE_MS = 5_000;
const CLOSED = "The program ends.";

/** Rejects a plan that was cancelled because its input has changed. */
export class PlanCancelled extends Error {}

interface Pending {
  input: PlanInput;
  resolve(plan: PlanWithStops): void;
  reject(error: Error): void;
}

/**
 * Searches plans on a thread of its own, so that requests are not delayed. Cancelling a running search ends the thread;
 * waiting searches move to a new one. The thread does not keep the process alive and ends when it is idle.
 */
export function createPlanThread() {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;
  let isClosed = false;

  function open(): Worker {
    const opened = new Worker(new URL("./plan-worker.ts", import.meta.url));
    opened.unref();
    opened.on("message", ({ id, plan }: { id: number; plan: PlanWithStops }) => {
      pending.get(id)?.resolve(plan);
      pending.delete(id);
      if (pending.size === 0) rest();
    });
    opened.on("error", (error) => {
      if (worker === opened) worker = undefined;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    });
    return opened;
  }

  function rest() {
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => void end(), IDLE_MS).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  function ask(id: number) {
    const question = pending.get(id);
    if (question === undefined) return;
    clearTimeout(idle);
    worker ??= open();
    worker.ref();
    worker.postMessage({ id, input: question.input });
  }

  return {
    /** The plan, and a function that cancels its search. */
    plan(input: PlanInput): { plan: Promise<PlanWithStops>; cancel(): void } {
      if (input.jobs.length <= INLINE_JOBS) return { plan: Promise.resolve(planWithStops(input)), cancel: () => {} };
      if (isClosed) return { plan: Promise.reject(new PlanCancelled(CLOSED)), cancel: () => {} };
      last += 1;
      const id = last;
      const plan = new Promise<PlanWithStops>((resolve, reject) => pending.set(id, { input, resolve, reject }));
      ask(id);
      return {
        plan,
        cancel: () => {
          const question = pending.get(id);
          if (question === undefined) return;
          pending.delete(id);
          question.reject(new PlanCancelled("The facts of the plan have changed."));
          void end();
          for (const other of pending.keys()) ask(other);
        },
      };
    },
    /** Cancels all searches and ends the thread; no search starts afterwards. */
    async close(): Promise<void> {
      isClosed = true;
      for (const { reject } of pending.values()) reject(new PlanCancelled(CLOSED));
      pending.clear();
      await end();
    },
  };
}
