import { MINUTE_MS } from "@lamina/shared/core/time";
import { deviceStorage } from "./storage.ts";

/** A smaller difference from the server's clock is not corrected, because a response may have waited in a cache. */
export const WRONG_CLOCK_MS = 10 * MINUTE_MS;
const ISSUER_TOLERANCE_MS = 5_000;
/** Stored, because a page that opens without a connection cannot ask the server. */
const STORED = "clock";

/** Skew to the clock by which tokens are issued. */
const STORED_ISSUER = "clock-issuer";

let skewMs = Number(deviceStorage.read(STORED) ?? 0) || 0;
let issuerSkewMs = Number(deviceStorage.read(STORED_ISSUER) ?? 0) || 0;

/** How far the server's clock is ahead of the device's, ms; 0 for a device whose clock is right. */
export function clockSkewMs(): number {
  return skewMs;
}

/** Milliseconds since the epoch. The only reader of the device's clock, corrected by the server's where it is wrong. */
export function now(): number {
  return Date.now() + skewMs;
}

/** Compares the device's clock with the server's, `Date` of a response. An invalid value changes nothing. */
export function compareClock(serverDate: string | null): void {
  const difference = Date.parse(serverDate ?? "") - Date.now();
  if (Number.isNaN(difference)) return;
  const next = Math.abs(difference) < WRONG_CLOCK_MS ? 0 : difference;
  if (Math.abs(next - skewMs) < MINUTE_MS) return;
  skewMs = next;
  if (next === 0) deviceStorage.remove(STORED);
  else deviceStorage.write(STORED, String(next));
}

/**
 * Milliseconds since the epoch by the clock of the token's issuer, for the expiry of tokens only: with short tokens
 * minutes decide.
 */
export function issuerNow(): number {
  return Date.now() + issuerSkewMs;
}

/** Compares the device's clock with the issuer's, `Date` of a login or renewal. No cache stores these answers. */
export function compareIssuer(serverDate: string | null): void {
  const difference = Date.parse(serverDate ?? "") - Date.now();
  if (Number.isNaN(difference)) return;
  // The header has whole seconds, and the answer took some.
  issuerSkewMs = Math.abs(difference) < ISSUER_TOLERANCE_MS ? 0 : difference;
  if (issuerSkewMs === 0) deviceStorage.remove(STORED_ISSUER);
  else deviceStorage.write(STORED_ISSUER, String(issuerSkewMs));
}
