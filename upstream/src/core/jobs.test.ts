import { expect, test, vi } from "vitest";
import { type Job, startJobs } from "./jobs.ts";

const NEVER = 2 ** 31 - 1;

function recorded() {
  const done: string[] = [];
  const job = (name: string, run: () => Promise<void> = async () => {}): Job => ({
    name,
    intervalMs: NEVER,
    run: async () => {
      await run();
      done.push(name);
    },
  });
  return { done, job };
}

test("jobs run one after another, in order", async () => {
  const { done, job } = recorded();
  const slow = job("slow", () => new Promise((resolve) => setImmediate(resolve)));
  const jobs = startJobs([slow, job("quick")], { error: vi.fn() });
  await jobs.runAll();
  expect(done).toEqual(["slow", "quick"]);
  await jobs.close();
});

test("a failing job is logged and the next one runs", async () => {
  const { done, job } = recorded();
  const error = vi.fn();
  const jobs = startJobs([job("broken", () => Promise.reject(new Error("no"))), job("sound")], { error });
  await jobs.runAll();
  expect(error).toHaveBeenCalledOnce();
  expect(done).toEqual(["sound"]);
  await jobs.close();
});

test("closing waits for the running job", async () => {
  const { done, job } = recorded();
  const held = Promise.withResolvers<void>();
  const jobs = startJobs([job("held", () => held.promise)], { error: vi.fn() });
  void jobs.runAll();
  const closed = jobs.close().then(() => done.push("closed"));
  held.resolve();
  await closed;
  expect(done).toEqual(["held", "closed"]);
});
