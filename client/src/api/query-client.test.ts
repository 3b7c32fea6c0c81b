import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "./error.ts";
import { createQueryClient } from "./query-client.ts";

/** Calls made by two parts of a screen that show the same answer, one after the other. */
async function callsOf(status: number): Promise<number> {
  const client = createQueryClient();
  let calls = 0;
  for (let part = 0; part < 2; part += 1) {
    const observer = new QueryObserver(client, {
      queryKey: ["client", "records"],
      queryFn: () => {
        calls += 1;
        throw new ApiError(`http-${status}`, { status });
      },
    });
    const stop = observer.subscribe(() => {});
    await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe("idle");
    stop();
  }
  client.clear();
  return calls;
}

it("asks once for a call that the API does not have", async () => {
  expect(await callsOf(404)).toBe(1);
});

it("asks again for a call that has failed", async () => {
  expect(await callsOf(500)).toBe(2);
});

afterEach(() => vi.restoreAllMocks());

it("calls again what failed on a page that was opened without a connection, once there is one", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.resetModules();
  const { queryClient: client } = await import("./query-client.ts");
  const { onlineManager: manager, QueryObserver: Observer } = await import("@tanstack/react-query");
  client.mount();
  let calls = 0;
  const observer = new Observer(client, {
    queryKey: ["client", "records"],
    // Recent data, of which the next call fails.
    initialData: "stored",
    queryFn: () => {
      calls += 1;
      if (manager.isOnline()) return "new";
      throw new ApiError("http-500", { status: 500 });
    },
  });
  const stop = observer.subscribe(() => {});
  await observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ status: "error", data: "stored" });
  manager.setOnline(true);
  await expect.poll(() => observer.getCurrentResult().data).toBe("new");
  expect(calls).toBe(2);
  stop();
  client.unmount();
  client.clear();
});
