import "./zod-setup.ts";
import { type Endpoint, endpointUrl } from "@lamina/shared/calls/endpoint";
import type { RequestHeader } from "@lamina/shared/calls/request-headers";
import { ProblemId, TOKEN_NOT_FOUND } from "@lamina/shared/core/errors";
import { REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
import { Problem } from "@lamina/shared/core/problem";
import type { ApiRequestEvent } from "@lamina/shared/messages/realtime";
import type * as z from "zod";
import { compareClock, compareIssuer } from "../platform/clock.ts";
import { apiAddress } from "./address.ts";
import { credentials } from "./credentials.ts";
import { deadline } from "./deadline.ts";
import { ApiError, LocalErrorId } from "./error.ts";

/** What an observer of requests receives. Each start is followed by exactly one end. */
export type RequestNotice = { type: "start" } | { type: "end"; event: ApiRequestEvent | undefined };

/** A longer pause would outlast the fault, and from 25 days on a timer fires at once. */
const MAX_RETRY_AFTER_S = 86_400;

const observers = new Set<(notice: RequestNotice) => void>();

/** Notifies `observer` of every request from now on. Returns a function that removes it. */
export function observeRequests(observer: (notice: RequestNotice) => void): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

function notify(notice: RequestNotice): void {
  for (const observer of observers) observer(notice);
}

/**
 * Query, body and cancellation of a call. Query and body are present when the endpoint has them. `token` replaces the
 * token of the session; a refusal of it does not end the session. A call with the same `key` (8 to 64 characters) and
 * body as an earlier one gets its answer, so that a repeated write makes no second record.
 */
type CallOptions<E extends Endpoint> = { signal?: AbortSignal; token?: string; key?: string } & Part<
  "query",
  z.input<E["query"]>
> &
  Part<"body", z.input<E["body"]>>;
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Value };
type Arguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/**
 * Makes one call of the API through the BFF.
 * @returns the parsed reply
 * @throws ApiError for every failure except the caller's own cancellation, which throws the signal's reason
 */
export async function call<E extends Endpoint>(endpoint: E, ...[options]: Arguments<E>): Promise<z.output<E["reply"]>> {
  notify({ type: "start" });
  let event: ApiRequestEvent | undefined;
  try {
    const token = endpoint.public ? null : (options?.token ?? credentials.token());
    if (!endpoint.public && !token) {
      credentials.missing();
      throw new ApiError(ProblemId.tokenNotFound, { status: 401, message: TOKEN_NOT_FOUND });
    }
    event = { method: endpoint.method, path: endpoint.path, status: 0, durationMs: 0 };
    const started = performance.now();
    try {
      return await exchange(endpoint, options ?? {}, token, event);
    } finally {
      event.durationMs = Math.round(performance.now() - started);
    }
  } finally {
    notify({ type: "end", event });
  }
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  { query, body, signal, key }: { query?: unknown; body?: unknown; signal?: AbortSignal; key?: string },
  token: string | null,
  event: ApiRequestEvent,
): Promise<z.output<E["reply"]>> {
  const limit = deadline(REQUEST_TIMEOUT_MS, signal);
  const headers: Partial<Record<RequestHeader, string>> = {
    accept: endpoint.reply.def.type === "file" ? "*/*" : "application/json",
    // The page caches answers itself, with their age. An old answer of an HTTP cache would look new.
    "cache-control": "stale-if-error=0",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
  try {
    const response = await fetch(apiAddress(endpointUrl(endpoint, query as Record<string, string>)), {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: limit.signal,
    });
    event.status = response.status;
    const date = isPage(response) ? null : response.headers.get("date");
    compareClock(date);
    if (endpoint.path.startsWith("/Authentication/")) compareIssuer(date);
    if (response.ok && !isPage(response) && endpoint.reply.def.type === "file")
      return (await fileOf(response)) as z.output<E["reply"]>;
    const text = await response.text();
    if (isPageOfAnother(response, text))
      throw new ApiError(LocalErrorId.network, { message: "a page instead of an answer" });
    if (!response.ok) {
      if (response.status === 401 && token && token === credentials.token()) credentials.refused(token);
      throw refusal(response, text);
    }
    return await parseReply(endpoint, response.status, text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (limit.expired()) throw new ApiError(LocalErrorId.timeout, { cause: error });
    if (signal?.aborted) throw signal.reason;
    throw new ApiError(LocalErrorId.network, { cause: error });
  } finally {
    limit.release();
  }
}

const isPage = (response: Response) => /^text\/html/i.test(response.headers.get("content-type") ?? "");

/**
 * A portal that asks for a login answers every request with its page and 200, often after a redirection. The API was not
 * reached then: the session has not ended, and a record is neither stored nor refused.
 */
const isPageOfAnother = (response: Response, text: string) =>
  response.ok && (isPage(response) || /^\s*<(!doctype|html)\b/i.test(text));

async function fileOf(response: Response): Promise<File> {
  const blob = await response.blob();
  return new File([blob], "", { type: blob.type });
}

/** The answer in the contract's form. A foreign API's may have another one, which is read kindly with one line in the console. */
async function parseReply<E extends Endpoint>(
  endpoint: E,
  status: number,
  text: string,
): Promise<z.output<E["reply"]>> {
  const json = parseJson(text);
  const reply = endpoint.reply.safeParse(json);
  if (reply.success) return reply.data as z.output<E["reply"]>;
  // Loaded late, because the reference API's answers need none of it.
  const { readForeign } = await import("./foreign-reply.ts");
  const foreign = readForeign(endpoint, status, text, json);
  if (foreign) return foreign.data as z.output<E["reply"]>;
  throw new ApiError(LocalErrorId.replyMismatch, {
    status,
    message: `${endpoint.path}: ${reply.error.message}`,
    cause: reply.error,
  });
}

/** The error in an answer that is not 2xx: the BFF's problem+json, or the body of the API. */
function refusal(response: Response, text: string): ApiError {
  const problem = Problem.safeParse(parseJson(text)).data;
  const isPage = [401, 403].includes(response.status) && /\bhtml\b/i.test(response.headers.get("content-type") ?? "");
  return new ApiError(problem?.id ?? (isPage ? LocalErrorId.page : `http-${response.status}`), {
    status: response.status,
    retryAfter: retryAfterOf(response.headers),
    fields: problem?.errors,
    // The text of a 5xx answer belongs in the server's log, not on the screen.
    detail: response.status < 500 ? problem?.detail : undefined,
    current: problem?.current,
  });
}

/** Seconds of `Retry-After`, which is a number or a date (RFC 9110, 10.2.3), by the clock of the server that wrote it. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const date = headers.get("date");
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.parse(date ?? "")) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_S) : undefined;
}

/** An empty or unreadable body is undefined. The reply's schema then judges it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
