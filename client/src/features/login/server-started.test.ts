import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startApiServer } from "../../testing/api-server.ts";
import { serverStarted } from "./server-started.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("waits with progress while the server starts", async () => {
  const config = { name: "Lâmina", version: "test", demo: true, mapTiles: null };
  const answers = [{ step: "demo-weather", percent: 40 }, { step: "demo-balance", percent: 10 }, undefined];
  let asked = 0;
  await startApiServer({ "GET /config.json": () => ({ ...config, starting: answers[asked++] }) });
  const progress = vi.fn();
  const started = serverStarted(progress);
  await vi.waitFor(() => expect(progress).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(progress).toHaveBeenCalledTimes(2));
  await vi.advanceTimersByTimeAsync(2_000);
  await started;
  expect(progress.mock.calls.map(([{ step }]) => step)).toEqual(["demo-weather", "demo-balance"]);
});

it("does not wait for a server that cannot be asked", async () => {
  await startApiServer({ "GET /config.json": () => ({}) });
  const progress = vi.fn();
  await serverStarted(progress);
  expect(progress).not.toHaveBeenCalled();
});
