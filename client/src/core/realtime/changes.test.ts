import { CACHE_TTL_MS } from "@lamina/shared/core/limits";
import { CHANGES_TOPIC } from "@lamina/shared/records/alert";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createChangeFollower } from "./changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function follow() {
  const queryClient = new QueryClient();
  const fetched: string[] = [];
  const load = (name: string, entities?: readonly string[], clientId = "c1") =>
    queryClient.fetchQuery({
      queryKey: [clientId, name],
      queryFn: () => {
        fetched.push(name);
        return name;
      },
      ...(entities ? { meta: { entities } } : {}),
    });
  const loadAll = async () => {
    await load("irrigameter", ["Watering", "PivotStatus"]);
    await load("crops", ["Crop"]);
    await load("plain");
    await load("other", ["Watering"], "c2");
  };
  await loadAll();
  const stale = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => query.queryKey[1]);
  return { follower: createChangeFollower(queryClient, "c1"), stale, loadAll };
}

it(`invalidates the queries that a message on ${CHANGES_TOPIC} names, once cached answers have expired`, async () => {
  const { follower, stale } = await follow();
  follower.take({ clientId: "c1", entities: ["Watering"] });
  vi.advanceTimersByTime(CACHE_TTL_MS - 1);
  expect(stale()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(stale()).toEqual(["irrigameter"]);
});

it("collects further changes without starting the wait again", async () => {
  const { follower, stale } = await follow();
  follower.take({ clientId: "c1", entities: ["Crop"] });
  vi.advanceTimersByTime(CACHE_TTL_MS - 1);
  follower.take({ clientId: "c1", entities: ["PivotStatus"] });
  vi.advanceTimersByTime(1);
  expect(stale()).toEqual(["irrigameter", "crops"]);
});

it("refetches once more for a late change, because the first refetch may have got a cached answer", async () => {
  const { follower, stale, loadAll } = await follow();
  follower.take({ clientId: "c1", entities: ["Crop"] });
  vi.advanceTimersByTime(CACHE_TTL_MS - 1);
  follower.take({ clientId: "c1", entities: ["PivotStatus"] });
  vi.advanceTimersByTime(1);
  await loadAll();
  vi.advanceTimersByTime(CACHE_TTL_MS - 1);
  expect(stale()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(stale()).toEqual(["irrigameter"]);
  await loadAll();
  vi.advanceTimersByTime(3 * CACHE_TTL_MS);
  expect(stale()).toEqual([]);
});

it.each([
  ["another client's change", { clientId: "c2", entities: ["Watering"] }],
  ["a change of nothing shown", { clientId: "c1", entities: ["Invoice"] }],
  ["another shape", "Watering"],
])("leaves everything as it is after %s", async (_case, message) => {
  const { follower, stale } = await follow();
  follower.take(message);
  vi.advanceTimersByTime(2 * CACHE_TTL_MS);
  expect(stale()).toEqual([]);
});

it("does nothing after it is stopped", async () => {
  const { follower, stale } = await follow();
  follower.take({ clientId: "c1", entities: ["Watering"] });
  follower.stop();
  vi.advanceTimersByTime(CACHE_TTL_MS);
  expect(stale()).toEqual([]);
});
