import { createSecureContext, type SecureContext } from "node:tls";
import { errors, Pool } from "undici";
import { authorities } from "../authorities.ts";
import type { Signal } from "../departure.ts";
import { NotSentError, ProblemError, problems } from "../errors.ts";
import { VIA } from "../via.ts";
import { connector, isKeptConnectionClosed } from "./connector.ts";
import { FairShare } from "./fair-share.ts";
import type { Owner } from "./owner.ts";
import { ResponseCollector, type UpstreamAnswer } from "./response-collector.ts";
import { SlowStart } from "./slow-start.ts";
import { AnswerStream, Streams } from "./streams.ts";

/** One request to the API. `path` is path and query below the API's base, exactly as sent. */
export interface UpstreamRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
  /** Owner of the connection share that it uses; requests without one use one common share. */
  owner?: Owner | undefined;
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
/** Maximum connections of one user over all tokens; a browser opens fewer. */
const MAX_CONNECTIONS_OF_USER = 32;
/** Maximum connections of all unproved tokens of one address, because their users may be invented. */
const MAX_CONNECTIONS_OF_STRANGERS = 128;
/** Maximum connections for answers that stream. */
const STREAMS = { max: 128, patienceMs: 10_000 };
/** Time limit for connecting; after it the API counts as unreachable. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Methods that may be sent again when a kept connection was closed before the answer began (RFC 9110, 9.2.2). */
const IDEMPOTENT = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

const NO_OWNER: Owner = { key: "" };

/** The HTTPS client for the API: verifies certificates, and has one deadline per request. */
export class UpstreamClient {
  readonly #pool: Pool;
  readonly #base: string;
  readonly #timeoutMs: number;
  readonly #shares = new FairShare(MAX_CONNECTIONS_OF_USER);
  readonly #networks = new FairShare(MAX_CONNECTIONS_OF_STRANGERS);
  readonly #streams = new Streams(STREAMS);
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
      connect: connector({
        rejectUnauthorized: true,
        timeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
        secureContext: trusting(ca),
      }),
    });
    this.#pool.on("connect", () => this.#start.connected());
    this.#pool.on("disconnect", () => this.#start.disconnected());
  }

  /**
   * Sends a request, and once more where only its kept connection failed.
   * @throws ProblemError 502 when the API cannot be reached, trusted or understood, 504 when it is too slow, 503 when too
   *   many answers stream; the signal's reason
   */
  async request({
    method,
    path,
    headers = {},
    body,
    owner = NO_OWNER,
    signal,
  }: UpstreamRequest): Promise<UpstreamAnswer> {
    if (signal?.aborted) throw signal.reason;
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>();
    let isRepeated = false;
    const repeat = (error: unknown) => {
      if (isRepeated || !IDEMPOTENT.has(method) || !isKeptConnectionClosed(error)) return false;
      isRepeated = true;
      // The API often closes its idle connections together: their ends are read first.
      setImmediate(() => this.#pool.dispatch(options, collector));
      return true;
    };
    const collector: ResponseCollector = new ResponseCollector(method, resolve, reject, repeat);
    const cancel = () => collector.cancel(signal?.reason as Error);
    signal?.addEventListener("abort", cancel);
    const deadline = setTimeout(() => collector.cancel(problems.upstreamTimeout()), this.#timeoutMs);
    const options = {
      method: method as "GET",
      path: this.#base + path,
      headers: { ...headers, via: VIA },
      body: body ?? null,
    };
    const { key, network } = owner;
    let shared = false;
    let admitted = false;
    let begun = false;
    let ended = false;
    const end = (failed: boolean) => {
      if (ended) return;
      ended = true;
      signal?.removeEventListener("abort", cancel);
      if (shared) this.#shares.leave(key);
      if (admitted && network !== undefined) this.#networks.leave(network);
      if (begun) this.#start.leave({ failed });
    };
    try {
      const share = this.#shares.enter(key, promise);
      if (share) await share;
      shared = true;
      const admission = network === undefined ? undefined : this.#networks.enter(network, promise);
      if (admission) await admission;
      admitted = true;
      const turn = this.#start.enter(promise);
      if (turn) await turn;
      begun = true;
      this.#pool.dispatch(options, collector);
      const answer = await promise;
      if (answer.body instanceof AnswerStream) {
        answer.body.once("close", () => end(false));
        // The answer to a write is not refused, because its client would repeat it.
        if (method === "GET" && !this.#streams.add(answer.body)) {
          answer.body.destroy();
          throw problems.busy();
        }
      } else end(false);
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
