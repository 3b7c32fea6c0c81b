import { createSecureContext, type SecureContext } from "node:tls";
import { errors, Pool } from "undici";
import { authorities } from "../authorities.ts";
import type { Signal } from "../departure.ts";
import { NotSentError, ProblemError, problems } from "../errors.ts";
import { VIA } from "../via.ts";
import { FairShare } from "./fair-share.ts";
import { ResponseCollector, type UpstreamAnswer } from "./response-collector.ts";
import { SlowStart } from "./slow-start.ts";

/** One request to the API. `path` is path and query below the API's base, exactly as sent. */
export interface UpstreamRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
  /** Owner of the connection share that it uses; requests without one use one common share. */
  caller?: string | undefined;
  /** Aborts the request, which then rejects with the signal's reason. */
  signal?: Signal | undefined;
}

interface UpstreamOptions {
  url: string;
  /** Additional certificate authority, PEM. */
  ca: string | undefined;
  timeoutMs: number;
}

/** Maximum concurrent connections to the API. Further requests wait for one, within their deadline. */
const MAX_CONNECTIONS = 256;
/** Maximum connections of one caller; a browser opens fewer. */
const MAX_CONNECTIONS_OF_CALLER = 32;
/** Time limit for connecting; after it the API counts as unreachable. */
const CONNECT_TIMEOUT_MS = 10_000;

/** The HTTPS client for the API: verifies certificates, never retries, and has one deadline per request. */
export class UpstreamClient {
  readonly #pool: Pool;
  readonly #base: string;
  readonly #timeoutMs: number;
  readonly #shares = new FairShare(MAX_CONNECTIONS_OF_CALLER);
  readonly #start = new SlowStart();

  constructor({ url, ca, timeoutMs }: UpstreamOptions) {
    const { origin, pathname } = new URL(url);
    this.#base = pathname.replace(/\/+$/, "");
    this.#timeoutMs = timeoutMs;
    this.#pool = new Pool(origin, {
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      allowH2: false,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: {
        rejectUnauthorized: true,
        timeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
        secureContext: trusting(ca),
      },
    });
    this.#pool.on("connect", () => this.#start.connected());
    this.#pool.on("disconnect", () => this.#start.disconnected());
  }

  /**
   * Sends a request once.
   * @throws ProblemError 502 when the API cannot be reached, trusted or understood, 504 when it is too slow; the signal's reason
   */
  async request({ method, path, headers = {}, body, caller = "", signal }: UpstreamRequest): Promise<UpstreamAnswer> {
    if (signal?.aborted) throw signal.reason;
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>();
    const collector = new ResponseCollector(method, resolve, reject);
    const cancel = () => collector.cancel(signal?.reason as Error);
    signal?.addEventListener("abort", cancel);
    const deadline = setTimeout(() => collector.cancel(problems.upstreamTimeout()), this.#timeoutMs);
    const options = {
      method: method as "GET",
      path: this.#base + path,
      headers: { ...headers, via: VIA },
      body: body ?? null,
    };
    let shared = false;
    let begun = false;
    const end = (failed: boolean) => {
      signal?.removeEventListener("abort", cancel);
      if (shared) this.#shares.leave(caller);
      if (begun) this.#start.leave({ failed });
    };
    try {
      const share = this.#shares.enter(caller, promise);
      if (share) await share;
      shared = true;
      const turn = this.#start.enter(promise);
      if (turn) await turn;
      begun = true;
      this.#pool.dispatch(options, collector);
      const answer = await promise;
      if (Buffer.isBuffer(answer.body)) end(false);
      else answer.body.once("close", () => end(false));
      return answer;
    } catch (error) {
      end(true);
      if (signal?.aborted) throw signal.reason;
      throw toUpstreamProblem(collector.sent ? error : new NotSentError(error));
    } finally {
      clearTimeout(deadline);
    }
  }

  async destroy(): Promise<void> {
    await this.#pool.destroy();
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

/** One context for all connections, because creating one parses every authority. */
function trusting(ca: string | undefined): SecureContext {
  return createSecureContext(ca === undefined ? {} : { ca: authorities(ca) });
}

function toUpstreamProblem(error: unknown): ProblemError {
  const reason = error instanceof NotSentError ? error.cause : error;
  if (reason instanceof ProblemError) return reason;
  const slow = reason instanceof errors.HeadersTimeoutError || reason instanceof errors.BodyTimeoutError;
  return slow ? problems.upstreamTimeout(error) : problems.upstreamUnreachable(error);
}
