import { expect, test } from "vitest";
import { SingleFlight } from "./single-flight.ts";

const stay = () => new AbortController().signal;

test("equal questions share one flight, and only the first gets the value first", async () => {
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

test("a leader that leaves starves nobody", async () => {
  const flights = new SingleFlight<string>();
  const gate = Promise.withResolvers<string>();
  const leader = new AbortController();
  let ended = false;
  const start = (signal: AbortSignal) => {
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

test("when the last waiter leaves the flight ends, and the next one starts anew", async () => {
  const flights = new SingleFlight<string>();
  const start = (signal: AbortSignal) =>
    new Promise<string>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const leaving = [new AbortController(), new AbortController()];
  const waiting = leaving.map(({ signal }) => flights.join("a", signal, start));
  const outcome = Promise.allSettled(waiting);
  for (const abort of leaving) abort.abort(new Error("left"));
  expect(flights.size).toBe(0);
  expect(await flights.join("a", stay(), async () => "new")).toMatchObject({ value: "new", started: true });
  expect((await outcome).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a failure reaches all who wait, and is forgotten", async () => {
  const flights = new SingleFlight<string>();
  const gate = Promise.withResolvers<string>();
  const waiting = [1, 2].map(() => flights.join("a", stay(), () => gate.promise));
  gate.reject(new Error("broken"));
  for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe("rejected");
  expect(await flights.join("a", stay(), async () => "well")).toMatchObject({ value: "well" });
});

test("who has left already starts nothing", async () => {
  const flights = new SingleFlight<string>();
  let started = false;
  const join = flights.join("a", AbortSignal.abort(new Error("left")), async () => {
    started = true;
    return "";
  });
  await expect(join).rejects.toThrow("left");
  expect(started).toBe(false);
});
