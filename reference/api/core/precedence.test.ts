import { setImmediate as turnOfLoop } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPrecedence, longWork } from "./precedence.ts";

let now = 0;
beforeEach(() => {
  now = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const { begin } = createPrecedence();

/** Whether the work continues within some turns of the event loop, at the same time of the clock. */
async function continues(pause: Promise<void> | undefined): Promise<boolean> {
  let isOver = false;
  void pause?.then(() => {
    isOver = true;
  });
  for (let turns = 0; turns < 50 && !isOver; turns++) await turnOfLoop();
  return isOver;
}

it("work of less than a slice does not pause", () => {
  const turn = longWork();
  now += 3;
  expect(turn()).toBeUndefined();
});

it("long work waits for a call that began after it, until the call ends", async () => {
  const turn = longWork();
  now += 10;
  const end = begin();
  const pause = turn();
  expect(await continues(pause)).toBe(false);
  end();
  await expect(pause).resolves.toBeUndefined();
});

it("long work does not wait for the call that it is done for", async () => {
  const end = begin();
  now += 1;
  const turn = longWork();
  now += 10;
  expect(await continues(turn())).toBe(true);
  end();
});

it("long work does not wait for a call that is long itself", async () => {
  const turn = longWork();
  now += 10;
  const end = begin();
  now += 60;
  expect(await continues(turn())).toBe(true);
  end();
});

it("long work pauses for at most the time that it has worked", async () => {
  const turn = longWork();
  now += 10;
  const end = begin();
  const pause = turn();
  expect(await continues(pause)).toBe(false);
  now += 11;
  await expect(pause).resolves.toBeUndefined();
  end();
});
