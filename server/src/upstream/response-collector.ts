import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { problems } from "../errors.ts";
import { AnswerStream } from "./streams.ts";

/** Headers of a response of the API: lower-case names, values in Latin-1 as HTTP/1.1 sends them. */
type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * A response of the API. A body up to {@link BUFFER_LIMIT} is a buffer; a larger one is a stream that can be read once.
 */
export interface UpstreamAnswer {
  status: number;
  headers: UpstreamHeaders;
  body: Buffer | Readable;
}

/**
 * Bodies up to this size are collected before the BFF starts its own response, so that a body that stalls or breaks
 * becomes a 504 or a 502. Larger ones stream. In bytes.
 */
const BUFFER_LIMIT = 1_048_576;

/** Maximum bytes that a chunk may hold beside the body, such as the headers, to be stored without a copy. */
const MAX_EXTRA = 512;

/** Statuses without a body (RFC 9110, 6.4.1), whatever their `Content-Length` says. */
const BODILESS = new Set([204, 205, 304]);
const EMPTY = Buffer.alloc(0);

type Controller = Dispatcher.DispatchController;

/** Receives one response from undici and settles once: with the response, or with undici's or the caller's error. */
export class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #method: string;
  readonly #resolve: (answer: UpstreamAnswer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #repeat: (error: unknown) => boolean;
  #controller: Controller | undefined;
  #cancelled: Error | undefined;
  #status = 0;
  #headers: UpstreamHeaders = {};
  /** The announced length, 0 when none is announced. */
  #length = 0;
  /** Sized by the announced length and filled as bytes arrive. */
  #exact: Buffer | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #stream: AnswerStream | undefined;

  /** @param repeat whether a call that failed before its answer began is sent again, to this collector */
  constructor(
    method: string,
    resolve: (answer: UpstreamAnswer) => void,
    reject: (error: unknown) => void,
    repeat: (error: unknown) => boolean = () => false,
  ) {
    this.#method = method;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#repeat = repeat;
  }

  get sent(): boolean {
    return this.#controller !== undefined;
  }

  /** Aborts the call. Does nothing after the body is complete. */
  cancel(reason: Error): void {
    this.#cancelled = reason;
    this.#controller?.abort(reason);
    this.#reject(reason);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#cancelled) controller.abort(this.#cancelled);
  }

  onResponseStart(controller: Controller, status: number, headers: UpstreamHeaders): void {
    if (status < 200) return;
    if (status > 599) throw problems.upstreamUnreachable(new Error(`status ${status}`));
    this.#status = status;
    this.#headers = headers;
    const length = this.#method === "HEAD" || BODILESS.has(status) ? 0 : Number(headers["content-length"]);
    if (length > BUFFER_LIMIT) this.#startStream(controller);
    else if (length > 0) this.#length = length;
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#stream) {
      if (!this.#stream.push(chunk)) {
        controller.pause();
        this.#stream.fullSince ??= performance.now();
      }
      return;
    }
    // The usual small body comes in one chunk, which was allocated for this response alone.
    if (chunk.length === this.#length && chunk.buffer.byteLength <= chunk.length + MAX_EXTRA) this.#exact = chunk;
    else if (this.#length > 0) {
      // Not from Node's shared pool, because a cached slice would retain the whole slab.
      this.#exact ??= Buffer.allocUnsafeSlow(this.#length);
      chunk.copy(this.#exact, this.#size);
    } else this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > BUFFER_LIMIT) this.#startStream(controller);
  }

  onResponseEnd(): void {
    if (this.#stream) this.#stream.push(null);
    else this.#settle(this.#collected());
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#stream) this.#stream.destroy(error);
    else if (this.#status > 0 || this.#cancelled || !this.#repeat(error)) this.#reject(error);
  }

  #collected(): Buffer {
    if (this.#exact) return this.#exact;
    if (this.#size === 0) return EMPTY;
    const body = Buffer.allocUnsafeSlow(this.#size);
    let offset = 0;
    for (const chunk of this.#chunks) offset += chunk.copy(body, offset);
    return body;
  }

  #startStream(controller: Controller): void {
    const stream: AnswerStream = new AnswerStream({
      read: () => {
        stream.fullSince = undefined;
        controller.resume();
      },
      destroy: (error, done) => {
        controller.abort(error ?? new Error("the reader left"));
        done(error);
      },
    });
    // The reader has its own error listener. This one covers a stream without a reader, which would end the process.
    stream.on("error", () => {});
    this.#stream = stream;
    for (const chunk of this.#chunks.splice(0)) stream.push(chunk);
    this.#settle(stream);
  }

  #settle(body: Buffer | Readable): void {
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }
}
