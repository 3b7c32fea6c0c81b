import { CACHE_TTL_MS } from "@lamina/shared/core/limits";
import { CHANGES_TOPIC } from "@lamina/shared/messages/broker";
import { focusManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../api/error.ts";
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
  return { queryClient, fetched, follower: createChangeFollower(queryClient, "c1"), stale, loadAll };
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

it("asks no more for what the API does not offer", async () => {
  const { queryClient, follower, fetched } = await follow();
  const queryFn = () => {
    fetched.push("missing");
    return Promise.reject(new ApiError("http-404", { status: 404 }));
  };
  const options = { queryKey: ["c1", "missing"], queryFn, meta: { entities: ["Watering"] }, retry: false };
  const stop = new QueryObserver(queryClient, options).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  follower.take({ clientId: "c1", entities: ["Watering"] });
  await vi.advanceTimersByTimeAsync(CACHE_TTL_MS);
  expect(fetched.filter((name) => name === "missing")).toHaveLength(1);
  stop();
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

it("spreads the requests of many users' pages", async () => {
  const { queryClient, stale } = await follow();
  const last = createChangeFollower(queryClient, "c1", () => 1);
  last.take({ clientId: "c1", entities: ["Watering"], listeners: 51 });
  vi.advanceTimersByTime(CACHE_TTL_MS + 499);
  expect(stale()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(stale()).toEqual(["irrigameter"]);
});

it("spreads the requests of one user's many pages", async () => {
  const { queryClient, stale } = await follow();
  const last = createChangeFollower(queryClient, "c1", () => 1);
  last.take({ clientId: "c1", entities: ["Watering"], listeners: 2 }, 50);
  vi.advanceTimersByTime(CACHE_TTL_MS + 499);
  expect(stale()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(stale()).toEqual(["irrigameter"]);
});

it("refetches queries of the named records at once, others when reopened", async () => {
  const { queryClient, follower, fetched } = await follow();
  const observe = (name: string, places?: readonly string[]) =>
    new QueryObserver(queryClient, {
      queryKey: ["c1", name],
      queryFn: () => fetched.push(name),
      meta: { entities: ["Balance"], ...(places && { places }) },
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {});
  const names = ["here", "elsewhere", "everywhere"];
  const stops = [observe("here", ["f1", "s1"]), observe("elsewhere", ["f2", "s2"]), observe("everywhere")];
  await vi.advanceTimersByTimeAsync(0);
  fetched.length = 0;
  follower.take({ clientId: "c1", entities: ["Balance"], sectorIds: ["s1"] });
  await vi.advanceTimersByTimeAsync(CACHE_TTL_MS);
  expect(fetched).toEqual(["here", "everywhere"]);
  stops[1]?.();
  fetched.length = 0;
  stops[1] = observe("elsewhere", ["f2", "s2"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toEqual(["elsewhere"]);
  fetched.length = 0;
  follower.take({ clientId: "c1", entities: ["Balance"], sectorIds: ["s1"] });
  follower.take({ clientId: "c1", entities: ["Reading"], farmIds: ["f2"] });
  await vi.advanceTimersByTimeAsync(CACHE_TTL_MS * 2);
  expect(fetched).not.toContain("elsewhere");
  fetched.length = 0;
  follower.take({ clientId: "c1", entities: ["Balance"] });
  await vi.advanceTimersByTimeAsync(CACHE_TTL_MS);
  expect(fetched).toEqual(expect.arrayContaining(names));
  for (const stop of stops) stop();
});

it("fetches nothing for a page in the background until it is seen again", async () => {
  const { queryClient, follower, fetched } = await follow();
  const [queryKey, meta] = [["c1", "irrigameter"], { entities: ["Watering"] }];
  const queryFn = () => fetched.push("seen");
  queryClient.mount();
  const stop = new QueryObserver(queryClient, { queryKey, queryFn, meta, staleTime: 60_000 }).subscribe(() => {});
  focusManager.setFocused(false);
  follower.take({ clientId: "c1", entities: ["Watering"] });
  await vi.advanceTimersByTimeAsync(CACHE_TTL_MS);
  expect(fetched).not.toContain("seen");
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toContain("seen");
  focusManager.setFocused(undefined);
  stop();
  queryClient.unmount();
});

it("awaits a slow answer while changes continue, and asks once more after the last of them", async () => {
  const { queryClient, follower } = await follow();
  let [asked, cancelled] = [0, 0];
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    asked++;
    signal.addEventListener("abort", () => cancelled++);
    const own = asked;
    return new Promise<number>((resolve) => setTimeout(() => resolve(own), 3.5 * CACHE_TTL_MS));
  };
  const options = { queryKey: ["c1", "slow"], queryFn, initialData: 0, staleTime: Number.POSITIVE_INFINITY };
  const observer = new QueryObserver(queryClient, { ...options, meta: { entities: ["PivotStatus"] } });
  const stop = observer.subscribe(() => {});
  for (let ms = 0; ms < 10 * CACHE_TTL_MS; ms += CACHE_TTL_MS / 2) {
    follower.take({ clientId: "c1", entities: ["PivotStatus"] });
    await vi.advanceTimersByTimeAsync(CACHE_TTL_MS / 2);
  }
  expect(observer.getCurrentResult().data).toBe(2);
  const before = asked;
  await vi.advanceTimersByTimeAsync(20 * CACHE_TTL_MS);
  expect(asked).toBe(before + 1);
  expect(observer.getCurrentResult().data).toBe(asked);
  expect(cancelled).toBe(0);
  stop();
});

it("does nothing after it is stopped", async () => {
  const { follower, stale } = await follow();
  follower.take({ clientId: "c1", entities: ["Watering"] });
  follower.stop();
  vi.advanceTimersByTime(CACHE_TTL_MS);
  expect(stale()).toEqual([]);
});
