import { expect, test, vi } from "vitest";
import { ApiClock } from "./api-clock.ts";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

test("follows the API's clock beyond some seconds, and logs each difference once", () => {
  const log = { warn: vi.fn(), info: vi.fn() };
  const clock = new ApiClock(() => NOW, log);
  clock.observe(at(-3));
  expect(clock.now()).toBe(NOW);
  for (const seconds of [-600, -601, -599]) clock.observe(at(seconds));
  expect(clock.now()).toBe(NOW - 599_000);
  expect(log.warn).toHaveBeenCalledOnce();
  for (const nonsense of [undefined, "soon", ["a", "b"]]) clock.observe(nonsense);
  expect(clock.skewMs).toBe(-599_000);
  clock.observe(at(1));
  expect(clock.now()).toBe(NOW);
  expect(log.info).toHaveBeenCalledOnce();
});
