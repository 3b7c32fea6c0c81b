import { QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { startRealtime } from "./current-realtime.ts";

/** A store of the connection's state, which the mock has before this file's imports. */
const state = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  let value = { link: "connecting", broker: "closed", topics: "waiting" };
  return {
    get: () => value,
    set(next: typeof value) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
});
// Mocked, because jsdom's WebSocket does not work under Vitest; the connection has tests of its own.
vi.mock("./realtime.ts", () => ({
  createRealtime: () => ({ state, start() {}, stop() {}, wake() {}, onReconnect: () => () => {} }),
}));

it("the first connection of a page fetches again what failed before it", async () => {
  const stop = startRealtime();
  const queryFn = vi.fn(async () => "there").mockRejectedValueOnce(new Error("away"));
  const observer = new QueryObserver(queryClient, { queryKey: ["c1", "page"], queryFn, retry: false });
  const unobserve = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe("error"));
  state.set({ link: "connected", broker: "connected", topics: "granted" });
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("there"));
  unobserve();
  stop();
});

it("records go over a new connection before the page fetches again", async () => {
  const order: string[] = [];
  const queryFn = vi.fn(async () => order.push("fetch")).mockRejectedValueOnce(new Error("away"));
  const sending = Promise.withResolvers<void>();
  state.set({ link: "closed", broker: "closed", topics: "waiting" });
  const stop = startRealtime(() => sending.promise);
  const observer = new QueryObserver(queryClient, { queryKey: ["c1", "map"], queryFn, retry: false });
  const unobserve = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe("error"));
  state.set({ link: "connected", broker: "connected", topics: "granted" });
  await new Promise((resolve) => setTimeout(resolve));
  order.push("sent");
  sending.resolve();
  await vi.waitFor(() => expect(order).toEqual(["sent", "fetch"]));
  unobserve();
  stop();
});
