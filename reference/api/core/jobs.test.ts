import { expect, test, vi } from "vitest";
import { type Job, startJobs, UNFINISHED } from "./jobs.ts";
import type { Task, Tasks } from "./tasks.ts";

const NEVER = 2 ** 31 - 1;
const SOON = 5;

function memoryTasks(): Pick<Tasks, "add" | "doNext"> & { waiting: Task[] } {
  const waiting: Task[] = [];
  return {
    waiting,
    add: async (tasks) => void waiting.push(...tasks),
    async doNext(perform) {
      const task = waiting.shift();
      if (task) await perform(task);
      return task !== undefined;
    },
  };
}

function recorded() {
  const done: string[] = [];
  const job = (name: string, given: Partial<Job> = {}): Job => ({
    name,
    intervalMs: NEVER,
    ...given,
    run: async (input) => {
      await given.run?.(input);
      done.push(input === undefined ? name : `${name} ${input}`);
    },
  });
  return { done, job };
}

const start = (jobs: readonly Job[], atOnce = 1, tasks = memoryTasks()) => {
  const error = vi.fn();
  return { error, tasks, ...startJobs(jobs, tasks as unknown as Tasks, { log: { error }, atOnce }) };
};

test("all jobs run one after another at the start; a failing one is logged", async () => {
  const { done, job } = recorded();
  const slow = job("slow", { run: () => new Promise((resolve) => setImmediate(resolve)) });
  const broken = job("broken", { run: () => Promise.reject(new Error("no")) });
  const jobs = start([slow, broken, job("quick")]);
  await jobs.runAll();
  expect(done).toEqual(["slow", "quick"]);
  expect(jobs.error).toHaveBeenCalledOnce();
  await jobs.close();
});

test("due work, rounds and collected input become tasks, which a worker does", async () => {
  const { done, job } = recorded();
  const keys = ["a", "b"];
  const inputs = ["heard"];
  const jobs = start([
    job("due", { intervalMs: SOON, due: async () => keys.splice(0) }),
    job("round", { intervalMs: SOON }),
    job("collected", { intervalMs: SOON, take: () => inputs.shift() }),
  ]);
  await vi.waitFor(() => expect(done).toEqual(expect.arrayContaining(["due a", "due b", "round", "collected heard"])));
  await jobs.close();
});

test("an unfinished task waits behind the others, so that one with much work does not hold them up", async () => {
  const { done, job } = recorded();
  const keys = ["large", "small", "other"];
  let batches = 3;
  const run = async (input?: string) => {
    done.push(input ?? "all");
    return input === "large" && --batches > 0 ? UNFINISHED : undefined;
  };
  const jobs = start([{ ...job("due", { intervalMs: SOON, due: async () => keys.splice(0) }), run }]);
  await vi.waitFor(() => expect(done).toHaveLength(5));
  await jobs.close();
  expect(done).toEqual(["large", "small", "other", "large", "large"]);
});

test("a process that leaves the work to others adds only what it collected", async () => {
  const { done, job } = recorded();
  const inputs = ["heard"];
  const jobs = start(
    [
      job("due", { intervalMs: SOON, due: async () => ["a"] }),
      job("round", { intervalMs: SOON }),
      job("collected", { intervalMs: SOON, take: () => inputs.shift() }),
    ],
    0,
  );
  await vi.waitFor(() => expect(jobs.tasks.waiting).toEqual([{ job: "collected", data: "heard" }]));
  await jobs.close();
  expect(done).toEqual([]);
});

test("collected input that could not be added is added later, and the rest when the process closes", async () => {
  const { job } = recorded();
  const tasks = memoryTasks();
  const add = vi.spyOn(tasks, "add").mockRejectedValueOnce(new Error("the database is away"));
  const inputs = ["first", "second"];
  const jobs = start([job("collected", { intervalMs: SOON, take: () => inputs.shift() })], 0, tasks);
  await vi.waitFor(() => expect(tasks.waiting).toHaveLength(2));
  inputs.push("third");
  await jobs.close();
  expect(add).toHaveBeenCalled();
  expect(tasks.waiting.map(({ data }) => data)).toEqual(["first", "second", "third"]);
});

test("closing waits for the running task, and begins no other", async () => {
  const { done, job } = recorded();
  const held = Promise.withResolvers<void>();
  const begun = vi.fn(() => held.promise);
  const tasks = memoryTasks();
  const keys = ["a", "b"];
  const jobs = start([job("held", { intervalMs: SOON, run: begun, due: async () => keys.splice(0) })], 1, tasks);
  await vi.waitFor(() => expect(begun).toHaveBeenCalled());
  const closed = jobs.close().then(() => done.push("closed"));
  held.resolve();
  await closed;
  expect(done).toEqual(["held a", "closed"]);
});
