import type { DayPlan } from "@lamina/shared/records/day-plan";
import { expect, it } from "vitest";
import { PlanSearches } from "./plan-searches.ts";
import { PlanCancelled } from "./plan-thread.ts";

const planOf = (name: string) => ({ date: name }) as DayPlan;

/** A search that ends when the test says so. */
function search() {
  const { promise, resolve, reject } = Promise.withResolvers<DayPlan>();
  return { plan: promise, resolve, reject, cancel: () => reject(new PlanCancelled("The facts have changed.")) };
}

it("gives everybody who waits the plan of the newest facts, however often they change", async () => {
  const searches = new PlanSearches();
  const [first, second, third] = [search(), search(), search()];
  const waiting = [
    searches.plan("farm", "1", () => first),
    searches.plan("farm", "1", () => expect.fail("equal facts share a search")),
    searches.plan("farm", "2", () => second),
  ];
  // The first ones wait for the second search when it is cancelled too.
  await Promise.resolve();
  waiting.push(searches.plan("farm", "3", () => third));
  third.resolve(planOf("third"));
  expect(await Promise.all(waiting)).toEqual(Array(4).fill(planOf("third")));
});

it("repeats a failed search for the next request", async () => {
  const searches = new PlanSearches();
  const [failing, next] = [search(), search()];
  const waiting = searches.plan("farm", "1", () => failing);
  failing.reject(new Error("out of memory"));
  await expect(waiting).rejects.toThrow("out of memory");
  next.resolve(planOf("next"));
  expect(await searches.plan("farm", "1", () => next)).toEqual(planOf("next"));
});
