import type { Writable } from "node:stream";
import { type ClientFrame, CloseCode, type ServerFrame } from "@lamina/shared/messages/realtime";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { RawData, WebSocket } from "ws";
import { TokenError } from "../errors.ts";
import type { Proof } from "../session/tokens.ts";
import type { Followers } from "./followers.ts";
import { encodeFrame, FrameError, readFrame } from "./frames.ts";
import { keepAlive } from "./heartbeat.ts";
import { HeldToken } from "./held-token.ts";
import { type Hub, TooManySocketsError } from "./hub.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { RateLimit } from "./rate-limit.ts";
import type { RealtimeSession } from "./realtime-session.ts";
import type { WriteBatch } from "./write-batch.ts";

export interface ConnectionContext {
  hub: Hub;
  followers: Pick<Followers, "acknowledged">;
  tokens: Pick<FastifyInstance["tokens"], "prove">;
  limits: RealtimeLimits;
  metrics: RealtimeMetrics;
  log: FastifyBaseLogger;
  /** Of the client, from the nearest proxy. */
  address: string;
  now: () => number;
  /** For durations. */
  elapsed: () => number;
  writes: WriteBatch;
}

/** Close codes of RFC 6455, 7.4.1, and its registry. The client reconnects after each. */
const PROTOCOL_ERROR = 1002;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;
const BAD_GATEWAY = 1014;
/** Proving a token may need a call of the API, so it costs more than another frame. */
const AUTHENTICATE_COST = 10;
/** Maximum frames stored while the first token is being proved. */
const MAX_EARLY_FRAMES = 16;

/** One socket of one browser, from its opening to its close. */
export class Connection {
  readonly #socket: WebSocket;
  /** The connection below the socket. */
  readonly #stream: Writable;
  readonly #context: ConnectionContext;
  readonly #rate: RateLimit;
  readonly #deadline: NodeJS.Timeout;
  #session: RealtimeSession | undefined;
  #token: HeldToken | undefined;
  /** When the token was last proved. */
  #provedAt = 0;
  /** Counts authentications, because a later one supersedes the earlier. */
  #attempt = 0;
  /** Frames that arrived while the first token was being proved. */
  readonly #early: ClientFrame[] = [];
  #closeCode: number | undefined;

  /** Attaches every handler before it returns, because a frame may already have arrived. */
  constructor(socket: WebSocket, stream: Writable, context: ConnectionContext) {
    const { limits, metrics } = context;
    this.#socket = socket;
    this.#stream = stream;
    this.#context = context;
    this.#rate = new RateLimit(limits.frameBurst, limits.framesPerSecond, context.elapsed);
    this.#deadline = setTimeout(() => {
      this.close(CloseCode.authenticationTimeout, "no authentication");
    }, limits.authenticationMs).unref();
    socket.on("message", (data, isBinary) => this.#receive(data, isBinary));
    socket.on("error", (error) => this.#broken(error));
    socket.on("close", (code) => this.#end(code));
    keepAlive(socket, limits.pingIntervalMs, limits.pongTimeoutMs);
    metrics.sockets.inc();
  }

  send(frame: ServerFrame): void {
    this.deliver(encodeFrame(frame));
  }

  /**
   * Writes the message below ws, which would build its header again for each socket. ws buffers nothing, because it
   * compresses nothing. After the peer's close no message may follow.
   */
  deliver(message: Buffer): void {
    const { limits, metrics, writes } = this.#context;
    if (this.#closeCode !== undefined || this.#socket.readyState !== this.#socket.OPEN) return;
    writes.hold(this.#stream);
    if (this.#stream.writableLength + message.length > limits.maxBufferedBytes) {
      metrics.dropped.inc({ reason: "consumer too slow" });
      this.close(CloseCode.consumerTooSlow, "consumer too slow");
    } else {
      metrics.sent();
      this.#stream.write(message);
    }
  }

  /**
   * Closes the socket; nothing is sent or received afterwards. A peer that does not answer the closing handshake is cut
   * off.
   */
  close(code: number, reason: string): void {
    if (this.#closeCode !== undefined) return;
    this.#closeCode = code;
    this.#socket.close(code, reason);
    const cutOff = setTimeout(() => this.#socket.terminate(), this.#context.limits.closeGraceMs).unref();
    this.#socket.once("close", () => clearTimeout(cutOff));
  }

  /** Closes the socket if the API has refused its token. */
  tokenRejected(tokenHash: string): void {
    if (this.#token?.has(tokenHash)) this.close(CloseCode.unauthorized, "token rejected");
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#closeCode !== undefined) return;
    this.#context.metrics.framesIn.inc();
    try {
      if (this.#rate.take()) this.#handle(readFrame(data, isBinary));
      else this.#closeTooFast();
    } catch (error) {
      if (error instanceof FrameError) this.send({ type: "error", error: error.message });
      else this.#fail(error);
    }
  }

  #handle(frame: ClientFrame): void {
    if (frame.type === "authenticate") {
      if (this.#rate.take(AUTHENTICATE_COST)) this.#authenticate(frame.token).catch((error) => this.#fail(error));
      else this.#closeTooFast();
    } else if (!this.#session) {
      if (this.#attempt === 0) this.close(CloseCode.unauthorized, "authenticate first");
      else if (this.#early.push(frame) > MAX_EARLY_FRAMES) this.#closeTooFast();
    } else if (frame.type === "publish") {
      this.#publish(this.#session, frame.topic, frame.message);
    } else if (frame.type === "acknowledge") {
      this.#context.followers.acknowledged(this.#session.userName, frame.ack, frame.device);
    } else if (frame.type === "subscribe") {
      this.#session.observe(frame.topic);
    } else {
      this.#session.unobserve(frame.topic);
    }
  }

  /**
   * ws closes a socket after a protocol violation by itself, with its code (1009, 1002, 1007). This counts it, and
   * limits the wait for a peer that may never read the close.
   */
  #broken(error: NodeJS.ErrnoException): void {
    this.#context.log.info({ err: error }, "realtime socket failed");
    const isTooLarge = error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
    this.close(isTooLarge ? CloseCode.frameTooLarge : PROTOCOL_ERROR, "frame cannot be read");
  }

  #closeTooFast(): void {
    this.close(CloseCode.publishingTooFast, "too many frames");
  }

  async #authenticate(token: string): Promise<void> {
    clearTimeout(this.#deadline);
    this.#attempt += 1;
    const attempt = this.#attempt;
    const isStale = () => attempt !== this.#attempt || this.#closeCode !== undefined;
    try {
      const proof = await this.#prove(token);
      if (isStale()) return;
      if (proof.expiresAt <= this.#context.now()) return this.close(CloseCode.unauthorized, "token expired");
      await this.#accept(proof, token);
      if (!isStale()) this.#welcome();
    } catch (error) {
      if (isStale()) return;
      if (error instanceof TooManySocketsError) this.close(POLICY_VIOLATION, error.message);
      else if (!(error instanceof TokenError)) throw error;
      else if (error.reason !== "unavailable") this.close(CloseCode.unauthorized, error.message);
      // An unreachable API is no verdict on the token: the user stays logged in, and an earlier proof stays valid.
      else if (this.#session) this.send({ type: "error", error: "token cannot be proved now" });
      else this.close(BAD_GATEWAY, "token cannot be proved now");
    }
  }

  /** A refusal arrives through `tokenRejected`. Without a verdict the last proof counts, for at most `unprovedMs`. */
  async #proveAgain(token: string): Promise<void> {
    const { limits, log, elapsed } = this.#context;
    try {
      await this.#prove(token);
      this.#provedAt = elapsed();
    } catch (error) {
      log.debug({ err: error }, "no new proof");
      if (elapsed() - this.#provedAt >= limits.unprovedMs) this.close(BAD_GATEWAY, "token cannot be proved now");
    }
  }

  #prove(token: string): Promise<Proof> {
    const { tokens, limits, address } = this.#context;
    return tokens.prove(token, { maxAgeMs: limits.proofMaxAgeMs, address });
  }

  async #accept(proof: Proof, token: string): Promise<void> {
    const identity = { userName: proof.claims.name, payload: proof.payload };
    if (this.#session && this.#session.userName !== identity.userName) {
      return this.close(POLICY_VIOLATION, "token of another user");
    }
    this.#token?.release();
    this.#provedAt = this.#context.elapsed();
    this.#token = new HeldToken({
      proof,
      now: this.#context.now,
      maxAgeMs: this.#context.limits.proofMaxAgeMs,
      onExpired: () => this.close(CloseCode.unauthorized, "token expired"),
      verifyAgain: () => void this.#proveAgain(token),
    });
    if (this.#session) await this.#session.renew(identity);
    else this.#session = this.#context.hub.join(identity, this);
  }

  /** A token is accepted even if its user's name cannot form a topic: the socket stays, with an error that says why. */
  #welcome(): void {
    const refusal = this.#session?.refusal;
    this.send({ type: "authenticated" });
    if (refusal !== undefined) this.send({ type: "error", error: refusal });
    for (const frame of this.#early.splice(0)) this.#handle(frame);
  }

  #publish(session: RealtimeSession, topic: string, message: unknown): void {
    session.publish(topic, message).then(
      (published) => published && this.#context.metrics.bridged.inc({ direction: "in" }),
      (error) => this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    this.#context.log.error({ err: error }, "realtime connection failed");
    this.close(INTERNAL_ERROR, "internal error");
  }

  #end(code: number): void {
    this.#context.metrics.sockets.dec();
    this.#context.metrics.closed(this.#closeCode ?? code);
    this.#closeCode ??= code;
    clearTimeout(this.#deadline);
    this.#token?.release();
    if (this.#session) this.#context.hub.leave(this.#session);
    this.#session = undefined;
  }
}
