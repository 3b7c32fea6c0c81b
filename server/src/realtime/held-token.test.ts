import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { seeded } from "../testing/seeded.ts";
import { HeldToken } from "./held-token.ts";

const MAX_AGE_MS = 300_000;
const SOCKETS = 1_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test("tokens proved together are proved again at different times, none too early", () => {
  const random = seeded(1);
  const times: number[] = [];
  const proof = { hash: "", claims: { name: "ana", exp: 1e9, roles: [], jti: "1" }, payload: "", expiresAt: 1e12 };
  const held = Array.from({ length: SOCKETS }, () => {
    const proveAnew = () => void times.push(Date.now());
    const options = { proof, now: Date.now, maxAgeMs: MAX_AGE_MS, onExpired: () => {}, proveAnew };
    return new HeldToken({ ...options, random: () => random.below(1_000) / 1_000 });
  });
  vi.advanceTimersByTime(1.5 * MAX_AGE_MS);
  for (const token of held) token.release();
  expect(times).toHaveLength(SOCKETS);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(MAX_AGE_MS);
  const seconds = Map.groupBy(times, (time) => Math.floor(time / 1_000));
  expect(Math.max(...[...seconds.values()].map((group) => group.length))).toBeLessThan(30);
});
