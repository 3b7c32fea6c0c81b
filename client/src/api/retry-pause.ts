import { CLIENT_RETRY_MS } from "@lamina/shared/core/limits";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { ApiError, LocalErrorId } from "./error.ts";

/** Longest pause before an answer of an unknown form is asked for again. */
const LONGEST_MS = 5 * MINUTE_MS;

/**
 * Pause before a failed load of §4 is tried again: `CLIENT_RETRY_MS`. An answer of a form that the app cannot read is
 * asked for with a growing pause, because the next one will have the same form.
 * @returns milliseconds
 */
export function retryPause({ error, errorUpdateCount }: { error: unknown; errorUpdateCount: number }): number {
  const isUnreadable = error instanceof ApiError && error.id === LocalErrorId.replyMismatch;
  if (!isUnreadable) return CLIENT_RETRY_MS;
  return Math.min(CLIENT_RETRY_MS * 2 ** Math.max(0, errorUpdateCount - 1), LONGEST_MS);
}
