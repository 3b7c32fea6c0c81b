import { expect, test } from "vitest";
import { load } from "./load.mjs";

test("a client whose request failed pauses before the next one, and the others continue", async () => {
  const paused = Promise.withResolvers();
  const sent = [];
  const { seen, stop } = load(
    async (turn) => {
      sent.push(turn);
      await new Promise(setImmediate);
      return { status: turn.startsWith("0-") ? "ECONNREFUSED" : 200 };
    },
    2,
    () => paused.promise,
  );
  await expect.poll(() => seen.answered).toBeGreaterThan(20);
  expect(sent.filter((turn) => turn.startsWith("0-"))).toEqual(["0-0"]);
  const stopped = stop();
  paused.resolve();
  expect((await stopped).failures).toEqual(["ECONNREFUSED"]);
});
