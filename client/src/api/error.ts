import { ProblemId } from "@lamina/shared/core/errors";
import type { BrokenRule } from "@lamina/shared/rules/rule";

/** What goes wrong before or after the wire, beside the {@link ProblemId}s that cross it. */
export const LocalErrorId = {
  /** No answer: no connection, refused, reset. */
  network: "network",
  /** No answer within `REQUEST_TIMEOUT_MS`. */
  timeout: "timeout",
  /** A 2xx answer whose body is not what the contract says. */
  replyMismatch: "reply-mismatch",
} as const;

/** A field of a record that the API refused. */
export interface RefusedField extends BrokenRule {
  message?: string | undefined;
}

/** An API call that failed. The id, not the message, is what a screen words. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** A {@link ProblemId}, a {@link LocalErrorId}, an id of the connected API, or `http-<status>`. */
  readonly id: string;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  /** True when it is worth telling us about: our fault or the API's, not the user's or the network's. */
  readonly reportable: boolean;
  /** Seconds to wait before another try, when the answer says so. */
  readonly retryAfter: number | undefined;
  /** Refused fields of a record: path of the field, id of the broken rule, and the API's words where it has some. */
  readonly fields: readonly RefusedField[];
  /** The API's own words on a refusal (4xx), where it has some. */
  readonly detail: string | undefined;
  /** The record as it is now, where somebody else was faster (409). */
  readonly current: unknown;

  constructor(
    id: string,
    options: {
      status?: number;
      retryAfter?: number | undefined;
      fields?: readonly RefusedField[] | undefined;
      detail?: string | undefined;
      current?: unknown;
      message?: string;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? id, { cause: options.cause });
    this.id = id;
    this.status = options.status ?? 0;
    this.retryAfter = options.retryAfter;
    this.fields = options.fields ?? [];
    this.detail = options.detail;
    this.current = options.current;
    this.reportable = this.status >= 500 || id === LocalErrorId.replyMismatch;
  }
}

const UNREACHED: readonly string[] = [
  LocalErrorId.network,
  LocalErrorId.timeout,
  ProblemId.upstreamUnreachable,
  ProblemId.upstreamTimeout,
  ProblemId.goingDown,
];

/** True when the API itself has not answered, so that nothing is known of what it would have said. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ApiError && UNREACHED.includes(error.id);
}

/** True when the caller itself gave the call up. */
export function isCancelled(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === "AbortError";
}
