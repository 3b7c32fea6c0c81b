import { HOUR_MS } from "@lamina/shared/core/time";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clockSkewMs, compareClock, compareIssuer, issuerNow, now } from "./clock.ts";

const DEVICE = Date.parse("2026-05-14T12:00:00Z");

beforeEach(() => void vi.useFakeTimers({ now: DEVICE, toFake: ["Date"] }));
afterEach(() => {
  compareClock(new Date().toUTCString());
  vi.useRealTimers();
});

it("takes the server's time when the device's clock is hours wrong, and again the device's when it is right", () => {
  compareClock(new Date(DEVICE - 26 * HOUR_MS).toUTCString());
  expect(now()).toBe(DEVICE - 26 * HOUR_MS);
  expect(localStorage.getItem("clock")).toBe(String(-26 * HOUR_MS));
  compareClock(new Date(DEVICE).toUTCString());
  expect([now(), clockSkewMs(), localStorage.getItem("clock")]).toEqual([DEVICE, 0, null]);
});

it("ignores minutes, which a cached response may be old, and headers without a date", () => {
  compareClock(new Date(DEVICE - 5 * 60_000).toUTCString());
  compareClock(null);
  compareClock("soon");
  expect(clockSkewMs()).toBe(0);
});

it("judges tokens by the issuer's clock, also when it is some minutes ahead", () => {
  compareIssuer(new Date(DEVICE - 6 * 60_000).toUTCString());
  expect([issuerNow(), now()]).toEqual([DEVICE - 6 * 60_000, DEVICE]);
  compareIssuer("soon");
  expect(issuerNow()).toBe(DEVICE - 6 * 60_000);
  compareIssuer(new Date(DEVICE + 1_000).toUTCString());
  expect([issuerNow(), localStorage.getItem("clock-issuer")]).toEqual([DEVICE, null]);
});
