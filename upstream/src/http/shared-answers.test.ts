import { expect, it, vi } from "vitest";
import { createEvents } from "../core/events.ts";
import { createSharedAnswers } from "./shared-answers.ts";

const weather = { clientId: "a", farmId: "farm", from: "2026-05-01" };

function open() {
  const clock = { at: 0, now: () => new Date(clock.at) };
  const events = createEvents((error) => {
    throw error;
  });
  const viewComputed = vi.fn();
  const shared = createSharedAnswers(events, clock, { viewComputed });
  let facts = 1;
  const ask = async (clientId = "a", question = "board") =>
    JSON.parse((await shared.answer(clientId, question, async () => facts)).body.toString());
  const change = (value: number) => {
    facts = value;
    return events.emit("weather", weather);
  };
  return { clock, shared, viewComputed, ask, change };
}

it("computes once for all who ask at once and later, until the client's data change", async () => {
  const { viewComputed, ask, change } = open();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(1);
  expect(viewComputed).toHaveBeenCalledTimes(1);
  await change(2);
  expect(await ask()).toBe(2);
  expect(viewComputed).toHaveBeenCalledTimes(2);
});

it("keeps questions apart, and the answers of a client whose data did not change", async () => {
  const { viewComputed, ask, change } = open();
  await Promise.all([ask("a"), ask("b"), ask("a", "map")]);
  expect(viewComputed).toHaveBeenCalledTimes(3);
  await change(2);
  expect(await Promise.all([ask("a"), ask("b"), ask("a", "map")])).toEqual([2, 1, 2]);
});

it("does not give an answer that began before a change to a question after it", async () => {
  const { shared, ask, change } = open();
  const slow = Promise.withResolvers<number>();
  const before = shared.answer("a", "board", () => slow.promise);
  await change(2);
  expect(await ask()).toBe(2);
  slow.resolve(1);
  expect((await before).body.toString()).toBe("1");
  expect(await ask()).toBe(2);
});

it("uses an answer for ten seconds, because it also depends on the time", async () => {
  const { clock, viewComputed, ask } = open();
  await ask();
  clock.at = 9_999;
  await ask();
  expect(viewComputed).toHaveBeenCalledTimes(1);
  clock.at = 10_000;
  await ask();
  expect(viewComputed).toHaveBeenCalledTimes(2);
});

it("shares a failure with those who wait for it, and does not keep it", async () => {
  const { shared, ask } = open();
  const fail = () => shared.answer("a", "board", async () => Promise.reject(new Error("away")));
  expect((await Promise.allSettled([fail(), fail()])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await ask()).toBe(1);
});
