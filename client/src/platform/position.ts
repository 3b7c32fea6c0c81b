import { MINUTE_MS } from "@lamina/shared/core/time";
/** The device's position in degrees, and its accuracy radius in metres. */
export interface Position {
  lat: number;
  lon: number;
  accuracyM: number;
}

/** Why there is no position. */
export class PositionError extends Error {
  override name = "PositionError";
  readonly reason: "denied" | "failed";
  constructor(reason: PositionError["reason"]) {
    super(`position ${reason}`);
    this.reason = reason;
  }
}

/** Maximum wait for a fix. */
const POSITION_TIMEOUT_MS = 15_000;
/** Maximum wait for the user's answer and the fix. */
const QUESTION_TIMEOUT_MS = MINUTE_MS;
/** A fix of the last minute is accepted. */
const POSITION_MAX_AGE_MS = MINUTE_MS;

/**
 * The device's position. The browser asks the user for permission, so call it from a click.
 * @throws PositionError
 */
export function currentPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!("geolocation" in navigator)) return reject(new PositionError("failed"));
    // The browser's own limit does not count its question, and Firefox does not report one that was closed.
    setTimeout(() => reject(new PositionError("failed")), QUESTION_TIMEOUT_MS);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude, accuracyM: coords.accuracy }),
      ({ code, PERMISSION_DENIED }) => reject(new PositionError(code === PERMISSION_DENIED ? "denied" : "failed")),
      { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS, maximumAge: POSITION_MAX_AGE_MS },
    );
  });
}
