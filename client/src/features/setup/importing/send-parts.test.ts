import { expect, it, vi } from "vitest";
import { type ImportRun, partsOf, sendParts } from "./send-parts.ts";

const rows = (count: number, note = "") =>
  Array.from({ length: count }, (_, index) => ({ line: index + 2, fields: { mm: index, note } }));

function startRun() {
  const stopper = new AbortController();
  const onSent = vi.fn<ImportRun["onSent"]>();
  const run: ImportRun = { key: "k", answers: new Map(), jobs: new Map(), signal: stopper.signal, onSent };
  return { run, onSent, stop: () => stopper.abort() };
}

it("splits a file into parts of limited rows, and of limited characters for long rows", async () => {
  expect((await partsOf(rows(1200))).map(({ length }) => length)).toEqual([500, 500, 200]);
  expect((await partsOf(rows(3), 1)).map(([row]) => row?.line)).toEqual([2, 3, 4]);
  const long = await partsOf(rows(1000, "x".repeat(1000)));
  expect(long.flat()).toHaveLength(1000);
  // The BFF accepts 1 MiB, with up to 4 bytes a character.
  for (const part of long) expect(JSON.stringify(part.map(({ fields }) => fields)).length * 4).toBeLessThan(1_048_576);
});

it("continues after a lost connection, with the same key for the lost part, and sums the results", async () => {
  const { run, onSent } = startRun();
  const keys: string[] = [];
  const send = vi.fn(async (part: readonly unknown[], key: string) => {
    keys.push(key);
    if (keys.length === 2) throw new Error("connection lost");
    return {
      inserted: part.length - 1,
      duplicate: 1,
      changed: 0,
      conflicting: 0,
      errors: [{ line: keys.length, field: "mm", message: "não" }],
    };
  });
  await expect(sendParts(await partsOf(rows(1200)), run, send)).rejects.toThrow("connection lost");
  expect(onSent.mock.calls).toEqual([[500]]);

  const outcome = await sendParts(await partsOf(rows(1200)), run, send);
  expect(keys).toEqual(["k-0", "k-1", "k-1", "k-2"]);
  expect(outcome).toEqual({
    inserted: 1197,
    duplicate: 3,
    changed: 0,
    conflicting: 0,
    errors: expect.objectContaining({ length: 3 }),
  });
  expect(onSent.mock.lastCall).toEqual([1200]);
});

it("stops before the next part", async () => {
  const { run, stop } = startRun();
  const send = vi.fn(async () => {
    stop();
    return { inserted: 1, duplicate: 0, changed: 0, conflicting: 0, errors: [] };
  });
  await expect(sendParts(await partsOf(rows(600)), run, send)).rejects.toThrow();
  expect(send).toHaveBeenCalledOnce();
  expect(run.answers.size).toBe(1);
});
