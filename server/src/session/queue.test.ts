import { expect, test } from "vitest";
import { FairQueue, QueueFullError } from "./queue.ts";

const ENDLESS = new AbortController().signal;

function queueOf(concurrent: number, ofOwner = { concurrent: 2, waiting: 3 }) {
  const queue = new FairQueue({ concurrent, ofOwner });
  const running: { name: string; end: () => void }[] = [];
  const run = (name: string, owner?: string, signal: AbortSignal = ENDLESS) =>
    queue.run(() => new Promise<void>((end) => running.push({ name, end })), signal, owner);
  const names = async () => {
    await new Promise(setImmediate);
    return running.map(({ name }) => name).join(" ");
  };
  const end = (name: string) => {
    const at = running.findIndex((task) => task.name === name);
    running.splice(at, 1)[0]?.end();
  };
  return { run, names, end };
}

test("one owner leaves room for others, and owners take turns", async () => {
  const { run, names, end } = queueOf(3);
  for (const name of ["a1", "a2", "a3", "a4"]) void run(name, "a");
  expect(await names()).toBe("a1 a2");
  void run("b1", "b");
  void run("b2", "b");
  void run("c1", "c");
  expect(await names()).toBe("a1 a2 b1");
  end("a1");
  expect(await names()).toBe("a2 b1 a3");
  end("a2");
  expect(await names()).toBe("b1 a3 b2");
  end("b1");
  expect(await names()).toBe("a3 b2 c1");
  end("b2");
  expect(await names()).toBe("a3 c1 a4");
});

test("tasks without an owner use all places, in order", async () => {
  const { run, names, end } = queueOf(3);
  for (const name of ["1", "2", "3", "4", "5"]) void run(name);
  expect(await names()).toBe("1 2 3");
  end("2");
  expect(await names()).toBe("1 3 4");
});

test("an owner with too many tasks waiting is refused, and one that leaves makes room", async () => {
  const { run, names, end } = queueOf(1, { concurrent: 1, waiting: 2 });
  const leaving = new AbortController();
  void run("a1", "a");
  void run("a2", "a");
  const left = run("a3", "a", leaving.signal).catch((error: Error) => error.message);
  await expect(run("a4", "a")).rejects.toThrow(QueueFullError);
  leaving.abort(new Error("too late"));
  expect(await left).toBe("too late");
  void run("a5", "a");
  end("a1");
  end("a2");
  expect(await names()).toBe("a2");
  end("a2");
  expect(await names()).toBe("a5");
});
