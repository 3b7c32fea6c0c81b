import { ProblemId } from "@lamina/shared/core/errors";
import type { BrokenRule } from "@lamina/shared/rules/rule";

/** Errors that arise in the client. {@link ProblemId} has those that the server sends. */
export const LocalErrorId = {
  /** No answer: no connection, refused, reset. */
  network: "network",
  /** No answer within `REQUEST_TIMEOUT_MS`. */
  timeout: "timeout",
  /** A 2xx answer whose body breaks the contract. */
  replyMismatch: "reply-mismatch",
  /** A refusal (4xx) in HTML: a gateway's, not the API's. */
  page: "page",
} as const;

/** A field of a record that the API refused. */
export interface RefusedField extends BrokenRule {
  message?: string | undefined;
}

/** An API call that failed. A screen chooses its words by the id, not by the message. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** A {@link ProblemId}, a {@link LocalErrorId}, an id of the connected API, or `http-<status>`. */
  readonly id: string;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  /** True when the fault is ours or the API's, not the user's or the network's. */
  readonly reportable: boolean;
  /** Seconds before a retry (`Retry-After`). */
  readonly retryAfter: number | undefined;
  /** Refused fields of a record: path of the field, id of the broken rule, and the API's own text if it sends one. */
  readonly fields: readonly RefusedField[];
  /** The API's own text on a refusal (4xx), if it sends one. */
  readonly detail: string | undefined;
  /** The current record, when another user saved it first (409). */
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
    this.reportable =
      this.status >= 500 || (this.status >= 300 && this.status < 400) || id === LocalErrorId.replyMismatch;
  }
}

const UNREACHED: readonly string[] = [
  LocalErrorId.network,
  LocalErrorId.timeout,
  ProblemId.upstreamUnreachable,
  ProblemId.upstreamTimeout,
  ProblemId.goingDown,
  ProblemId.busy,
];

/** True when the API has not answered, so that the outcome of the call is unknown. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ApiError && UNREACHED.includes(error.id);
}

/** True when the API lacks this service or record. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** True when the caller cancelled the call. */
export function isCancelled(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === "AbortError";
}
