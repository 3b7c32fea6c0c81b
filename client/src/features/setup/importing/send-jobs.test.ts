import type { ImportJob } from "@lamina/shared/calls/views/field-records";
import { expect, it, vi } from "vitest";
import { sendJobs } from "./send-jobs.ts";
import { type ImportRun, partsOf } from "./send-parts.ts";

const rows = Array.from({ length: 1_100 }, (_, index) => ({ line: index + 2, fields: { mm: index } }));
const job = (id: string, all: number, done: number): ImportJob => ({
  ...{
    _id: id,
    clientId: "c1",
    entity: "Watering",
    rows: all,
    done,
    inserted: done,
    duplicate: 0,
    changed: 0,
    conflicting: 0,
    errors: [],
  },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", finishedAt: done === all ? "2026-01-01T00:01:00.000Z" : null },
});
const outcomeOf = ({ inserted, duplicate }: ImportJob) => ({
  inserted,
  duplicate,
  changed: 0,
  conflicting: 0,
  errors: [],
});

function startRun() {
  const stopper = new AbortController();
  const [onSent, onTaken] = [vi.fn<ImportRun["onSent"]>(), vi.fn()];
  const run: ImportRun = {
    ...{ key: "k", answers: new Map(), jobs: new Map(), signal: stopper.signal, onSent, onTaken },
  };
  return { run, onSent, onTaken, stop: () => stopper.abort() };
}

it("hands over all parts, then follows them to the end", async () => {
  const { run, onSent, onTaken } = startRun();
  const asked = new Map<string, number>();
  const pause = vi.fn(async () => {});
  const outcome = await sendJobs(
    await partsOf(rows),
    run,
    {
      add: async (part, key) => job(key, part.length, 0),
      // Each part is half done at the first question.
      ask: async (id) => {
        const times = (asked.get(id) ?? 0) + 1;
        asked.set(id, times);
        const all = id === "k-2" ? 100 : 500;
        return job(id, all, (all * times) / 2);
      },
      outcomeOf,
    },
    pause,
  );
  expect(outcome).toEqual({ inserted: 1_100, duplicate: 0, changed: 0, conflicting: 0, errors: [] });
  expect([...asked]).toEqual([
    ["k-0", 2],
    ["k-1", 2],
    ["k-2", 2],
  ]);
  expect(onTaken).toHaveBeenCalledOnce();
  expect(onSent.mock.calls.map(([sent]) => sent)).toEqual([0, 0, 0, 250, 500, 750, 1_000, 1_050, 1_100]);
  expect(pause).toHaveBeenCalledTimes(3);
});

it("continues after a lost connection, and stops only before the API has all parts", async () => {
  const { run, stop } = startRun();
  const keys: string[] = [];
  const add = async (part: readonly unknown[], key: string) => {
    keys.push(key);
    if (keys.length === 2) throw new Error("connection lost");
    return job(key, part.length, part.length);
  };
  const calls = { add, ask: async (id: string) => job(id, 1, 1), outcomeOf };
  const parts = await partsOf(rows);
  const send = () => sendJobs(parts, run, calls, async () => {});
  await expect(send()).rejects.toThrow("connection lost");
  stop();
  await expect(send()).rejects.toThrow("stopped by the person");
  expect(keys).toEqual(["k-0", "k-1"]);
  const outcome = await sendJobs(
    await partsOf(rows),
    { ...run, signal: new AbortController().signal },
    calls,
    async () => {},
  );
  expect(keys).toEqual(["k-0", "k-1", "k-1", "k-2"]);
  expect(outcome.inserted).toBe(1_100);
});
