import type { Readable } from "node:stream";
import { getCACertificates } from "node:tls";
import { errors, Pool } from "undici";
import { ProblemError, problems } from "../errors.ts";
import { BUFFER_LIMIT, collect, type UpstreamAnswer } from "./answer.ts";

/** One call of the API. `path` is path and query below the API's base, exactly as sent. */
export interface UpstreamCall {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface UpstreamOptions {
  url: string;
  /** Extra certificate authority, PEM. */
  ca: string | undefined;
  timeoutMs: number;
}

/** Connections to the API at once. More calls wait their turn, and their deadline runs meanwhile. */
const MAX_CONNECTIONS = 256;
/** An API that accepts no connection within this time is unreachable. */
const CONNECT_TIMEOUT_MS = 10_000;

/** The HTTPS link to the API: verified always, never retried, ended at one deadline. */
export class UpstreamClient {
  readonly #pool: Pool;
  readonly #base: string;
  readonly #timeoutMs: number;

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
        ...(ca !== undefined && { ca: [...getCACertificates("default"), ca] }),
      },
    });
  }

  /**
   * Calls the API once.
   * @throws ProblemError 502 when it cannot be reached, trusted or understood, 504 when it is too slow; the signal's reason
   */
  async request(call: UpstreamCall): Promise<UpstreamAnswer> {
    const { signal } = call;
    signal?.throwIfAborted();
    const abort = new AbortController();
    const cancel = () => abort.abort(signal?.reason);
    const deadline = setTimeout(() => abort.abort(problems.upstreamTimeout()), this.#timeoutMs);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const answer = await this.#send(call, abort.signal);
      if (Buffer.isBuffer(answer.body)) signal?.removeEventListener("abort", cancel);
      return answer;
    } catch (error) {
      signal?.removeEventListener("abort", cancel);
      throw abort.signal.aborted ? abort.signal.reason : toUpstreamProblem(error);
    } finally {
      clearTimeout(deadline);
    }
  }

  async #send({ method, path, headers = {}, body }: UpstreamCall, signal: AbortSignal): Promise<UpstreamAnswer> {
    const response = await this.#pool.request({
      method: method as "GET",
      path: this.#base + path,
      headers,
      body: body ?? null,
      signal,
    });
    const stream: Readable = response.body;
    stream.on("error", () => {});
    if (response.statusCode < 200 || response.statusCode > 599) {
      stream.destroy();
      throw problems.upstreamUnreachable(new Error(`status ${response.statusCode}`));
    }
    return { status: response.statusCode, headers: response.headers, body: await collect(stream, BUFFER_LIMIT) };
  }

  /** Ends at once what is still under way. */
  async destroy(): Promise<void> {
    await this.#pool.destroy();
  }

  /** Lets finish what is under way. */
  async close(): Promise<void> {
    await this.#pool.close();
  }
}

function toUpstreamProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const slow = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  return slow ? problems.upstreamTimeout(error) : problems.upstreamUnreachable(error);
}
