import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Signal } from "../departure.ts";
import { SingleFlight } from "./single-flight.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stay = () => new AbortController().signal;

test("equal requests share one flight, and only the first waiter is first to get the value", async () => {
  const flights = new SingleFlight<string>();
  const gate = Promise.withResolvers<string>();
  let started = 0;
  const start = () => {
    started++;
    return gate.promise;
  };
  const waiting = [1, 2, 3].map(() => flights.join("a", stay(), start));
  gate.resolve("value");
  const landings = await Promise.all(waiting);
  expect(started).toBe(1);
  expect(landings.map(({ started: own }) => own)).toEqual([true, false, false]);
  expect(landings.filter(({ first }) => first)).toHaveLength(1);
  expect(flights.size).toBe(0);
});

test("a first waiter that leaves does not affect the others", async () => {
  const flights = new SingleFlight<string>();
  const gate = Promise.withResolvers<string>();
  const leader = new AbortController();
  let ended = false;
  const start = (signal: Signal) => {
    signal.addEventListener("abort", () => {
      ended = true;
    });
    return gate.promise;
  };
  const first = flights.join("a", leader.signal, start);
  const second = flights.join("a", stay(), start);
  leader.abort(new Error("left"));
  await expect(first).rejects.toThrow("left");
  expect(ended).toBe(false);
  gate.resolve("value");
  expect(await second).toMatchObject({ value: "value", started: false, first: true });
});

const silent = (signal: Signal) =>
  new Promise<string>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

test("after its last waiter the flight lingers, is aborted, and the next request starts another", async () => {
  const flights = new SingleFlight<string>();
  const leaving = [new AbortController(), new AbortController()];
  const waiting = leaving.map(({ signal }) => flights.join("a", signal, silent));
  const outcome = Promise.allSettled(waiting);
  for (const abort of leaving) abort.abort(new Error("left"));
  expect(flights.size).toBe(1);
  await vi.runAllTimersAsync();
  expect(flights.size).toBe(0);
  expect(await flights.join("a", stay(), async () => "new")).toMatchObject({ value: "new", started: true });
  expect((await outcome).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a request that joins a lingering flight gets its value, and the flight is not aborted", async () => {
  const flights = new SingleFlight<string>();
  const gate = Promise.withResolvers<string>();
  const leaving = new AbortController();
  const gone = flights.join("a", leaving.signal, () => gate.promise);
  leaving.abort(new Error("left"));
  await expect(gone).rejects.toThrow("left");
  const next = flights.join("a", stay(), silent);
  await vi.runAllTimersAsync();
  gate.resolve("value");
  expect(await next).toMatchObject({ value: "value", started: false });
});

test("discards a value that has no waiter", async () => {
  const discarded: string[] = [];
  const flights = new SingleFlight<string>((value) => discarded.push(value));
  const gate = Promise.withResolvers<string>();
  const leaving = new AbortController();
  const gone = flights.join("a", leaving.signal, () => gate.promise);
  leaving.abort(new Error("left"));
  await expect(gone).rejects.toThrow("left");
  gate.resolve("value");
  await vi.runAllTimersAsync();
  expect(discarded).toEqual(["value"]);
});

test("limits the lingering flights; further ones are aborted with their last waiter", async () => {
  const flights = new SingleFlight<string>();
  const gone = Array.from({ length: 100 }, (_, index) => {
    const leaving = new AbortController();
    const left = flights.join(String(index), leaving.signal, silent);
    leaving.abort(new Error("left"));
    return expect(left).rejects.toThrow("left");
  });
  await Promise.all(gone);
  expect(flights.size).toBeLessThan(50);
  await vi.runAllTimersAsync();
  expect(flights.size).toBe(0);
});

test("a failure reaches all waiters and is not stored", async () => {
  const flights = new SingleFlight<string>();
  const gate = Promise.withResolvers<string>();
  const waiting = [1, 2].map(() => flights.join("a", stay(), () => gate.promise));
  gate.reject(new Error("broken"));
  for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe("rejected");
  expect(await flights.join("a", stay(), async () => "well")).toMatchObject({ value: "well" });
});

test("an aborted signal starts nothing", async () => {
  const flights = new SingleFlight<string>();
  let started = false;
  const join = flights.join("a", AbortSignal.abort(new Error("left")), async () => {
    started = true;
    return "";
  });
  await expect(join).rejects.toThrow("left");
  expect(started).toBe(false);
});
