import { ProblemId, TOKEN_NOT_FOUND } from "@lamina/shared/core/errors";
import { PROBLEM_CONTENT_TYPE, type Problem } from "@lamina/shared/core/problem";
import type { FastifyReply } from "fastify";
import { LOOP_STATUS } from "./via.ts";

export class ProblemError extends Error {
  override name = "ProblemError";
  readonly id: ProblemId;
  readonly statusCode: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    id: ProblemId,
    statusCode: number,
    title: string,
    detail: string,
    options: { headers?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.id = id;
    this.statusCode = statusCode;
    this.title = title;
    this.headers = options.headers ?? {};
  }
}

/** Cause of a failed request that was never sent, so the API cannot have executed it. */
export class NotSentError extends Error {
  override name = "NotSentError";

  constructor(cause: unknown) {
    super("not sent", { cause });
  }
}

/** The innermost cause of an error: what the system, or a library, reported. */
export function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : error;
}

/** The innermost cause of an error as text for the log, with its code. It may contain hosts. */
export function reasonOf(error: unknown): string {
  const cause = rootCause(error);
  if (!(cause instanceof Error)) return String(cause);
  const { message, code = "" }: NodeJS.ErrnoException = cause;
  // Node's error for several addresses has no message.
  return message.includes(code) ? message : `${message} (${code})`.trim();
}

/** Why a token is refused. `unavailable`: it could not be verified, which says nothing about the token. */
export type TokenRefusal = "missing" | "malformed" | "expired" | "rejected" | "unavailable";

export class TokenError extends Error {
  override name = "TokenError";
  readonly reason: TokenRefusal;

  constructor(reason: TokenRefusal, cause?: unknown) {
    super(`token ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

const CHALLENGE = { "www-authenticate": "Bearer" };
const INVALID_TOKEN = { "www-authenticate": 'Bearer error="invalid_token"' };

/** The rows of the contract's table of errors. */
export const problems = {
  tokenNotFound: () =>
    new ProblemError(ProblemId.tokenNotFound, 401, TOKEN_NOT_FOUND, "This call needs a bearer token.", {
      headers: CHALLENGE,
    }),
  tokenExpired: () =>
    new ProblemError(ProblemId.tokenExpired, 401, "Token expired", "The token's expiry has passed.", {
      headers: INVALID_TOKEN,
    }),
  tokenMalformed: () =>
    new ProblemError(ProblemId.tokenMalformed, 401, "Token malformed", "The token has no three readable parts.", {
      headers: INVALID_TOKEN,
    }),
  tokenRejected: () =>
    new ProblemError(ProblemId.tokenRejected, 401, "Token rejected", "The API does not accept this token.", {
      headers: INVALID_TOKEN,
    }),
  upstreamUnreachable: (cause?: unknown) =>
    new ProblemError(ProblemId.upstreamUnreachable, 502, "API unreachable", "The API gave no usable answer.", {
      cause,
    }),
  upstreamTimeout: (cause?: unknown) =>
    new ProblemError(ProblemId.upstreamTimeout, 504, "API too slow", "The API did not answer in time.", { cause }),
  notStored: () =>
    new ProblemError(ProblemId.notStored, 504, "Not stored", "No stored answer, and the request wants no other one.", {
      headers: { "cache-status": "bff; detail=only-if-cached" },
    }),
  loop: () =>
    new ProblemError(
      ProblemId.loop,
      LOOP_STATUS,
      "Loop detected",
      "UPSTREAM_URL leads back to this server, not to an API.",
    ),
  goingDown: () =>
    new ProblemError(ProblemId.goingDown, 503, "Going down", "This server is going down; try again.", {
      headers: { "retry-after": "1" },
    }),
  busy: () =>
    new ProblemError(ProblemId.busy, 503, "Too busy", "This server has too much to do at once; try again.", {
      headers: { "retry-after": "5" },
    }),
  tooManyFailedLogins: (retryAfterMs: number) =>
    new ProblemError(
      ProblemId.tooManyFailedLogins,
      429,
      "Too many failed logins",
      "Wait before the next attempt for this user.",
      { headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfterMs / 1000))) } },
    ),
  badRequest: (detail: string) => new ProblemError(ProblemId.badRequest, 400, "Bad request", detail),
  unknownCoding: () =>
    new ProblemError(ProblemId.badRequest, 501, "Not implemented", "The body has an unknown transfer coding.", {
      headers: { connection: "close" },
    }),
  requestTimeout: () =>
    new ProblemError(ProblemId.badRequest, 408, "Request timeout", "The body did not arrive in time.", {
      headers: { connection: "close" },
    }),
  forbidden: (detail: string) => new ProblemError(ProblemId.forbidden, 403, "Forbidden", detail),
  notFound: () => new ProblemError(ProblemId.notFound, 404, "Not found", "Nothing lives at this address."),
  bodyTooLarge: () =>
    new ProblemError(ProblemId.bodyTooLarge, 413, "Body too large", "The body is over the allowed size."),
};

/** Also set here, because the router's own refusals run no hook. */
const PROBLEM_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** RFC 9211: `Cache-Status` of a GET under `/api` that was refused before the cache. */
const NOT_FORWARDED = "bff; detail=not-forwarded";

/** Sends a problem, without details of its cause. */
export function sendProblem(reply: FastifyReply, error: ProblemError): FastifyReply {
  const { method, url } = reply.request;
  if (method === "GET" && url.startsWith("/api/") && !reply.hasHeader("cache-status")) {
    reply.header("cache-status", NOT_FORWARDED);
  }
  const problem: Problem = {
    title: error.title,
    status: error.statusCode,
    detail: error.message,
    requestId: reply.request.id,
    id: error.id,
  };
  return reply
    .code(error.statusCode)
    .headers({ ...error.headers, ...PROBLEM_HEADERS, "x-request-id": reply.request.id })
    .type(PROBLEM_CONTENT_TYPE)
    .send(JSON.stringify(problem));
}

/** Whether the API has not responded at all, so its answer is unknown. */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof ProblemError &&
    (error.id === ProblemId.upstreamUnreachable || error.id === ProblemId.upstreamTimeout)
  );
}

/** Converts an error to a problem: the BFF's own unchanged, one of Fastify with its status, any other as 500. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const status = httpStatus(error);
  if (status === 413) return problems.bodyTooLarge();
  if (status === 404) return problems.notFound();
  if (status >= 400 && status < 500) {
    return new ProblemError(ProblemId.badRequest, status, "Bad request", "The request cannot be read.", {
      cause: error,
    });
  }
  return new ProblemError(ProblemId.internal, 500, "Internal error", "Something went wrong here.", { cause: error });
}

function httpStatus(error: unknown): number {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}
