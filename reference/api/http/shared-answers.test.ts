import { expect, it, vi } from "vitest";
import { createEvents } from "../core/events.ts";
import { createSharedAnswers } from "./shared-answers.ts";

const weather = { clientId: "a", farmId: "farm", from: "2026-05-01" };

const part = (farmId: string, usesOtherFarms = false) => ({
  pivotIds: new Set([`${farmId}-pivot`]),
  sectorIds: new Set([`${farmId}-sector`]),
  usesOtherFarms,
});

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
  const parts = async (computed: string[] = []) => {
    await shared.parts("a", ["one", "two", "borrowing"], 60_000, async (farmIds) => {
      computed.push(...farmIds);
      return new Map(farmIds.map((farmId) => [farmId, part(farmId, farmId === "borrowing")] as const));
    });
    return computed;
  };
  return { clock, events, shared, viewComputed, ask, change, parts };
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

it("computes the parts of farms together, and again those that a change concerns", async () => {
  const { events, parts } = open();
  expect(await parts()).toEqual(["one", "two", "borrowing"]);
  expect(await parts()).toEqual([]);
  await events.emit("weather", { clientId: "a", farmId: "two", from: "2026-05-01" });
  expect(await parts()).toEqual(["two", "borrowing"]);
  await events.emit("balance", { clientId: "a", sectorIds: ["one-sector"], from: "2026-05-01" });
  expect(await parts()).toEqual(["one", "borrowing"]);
  await events.emit("record", { clientId: "a", entity: "Crop", recordId: "maize" });
  expect(await parts()).toEqual(["one", "two", "borrowing"]);
  await events.emit("weather", { clientId: "b", farmId: "two", from: "2026-05-01" });
  expect(await parts()).toEqual([]);
});

it("does not use a part that began before a change, whichever farm the change names", async () => {
  const { events, shared, parts } = open();
  const slow = Promise.withResolvers<Map<string, ReturnType<typeof part>>>();
  const before = shared.parts("a", ["one"], 60_000, () => slow.promise);
  await events.emit("weather", { clientId: "a", farmId: "two", from: "2026-05-01" });
  expect(await parts()).toContain("one");
  slow.resolve(new Map([["one", part("one")]]));
  expect([...(await before).keys()]).toEqual(["one"]);
  expect(await parts()).toEqual([]);
});

it("computes a part again after its time, and after a failure", async () => {
  const { clock, shared, parts } = open();
  const fail = () => shared.parts("a", ["one"], 60_000, async () => Promise.reject(new Error("away")));
  await expect(fail()).rejects.toThrow("away");
  expect(await parts()).toHaveLength(3);
  clock.at = 60_000;
  expect(await parts()).toHaveLength(3);
});
