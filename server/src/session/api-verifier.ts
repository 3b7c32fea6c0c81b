import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { endpoints } from "@lamina/shared/calls/endpoints";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { reasonOf, TokenError } from "../errors.ts";
import type { UpstreamAnswer } from "../upstream/response-collector.ts";
import { isClientList } from "./client-list.ts";
import { FairQueue, QueueFullError } from "./queue.ts";
import type { TokenVerifier } from "./tokens.ts";

interface ApiVerifierOptions {
  upstream: Pick<FastifyInstance["upstream"], "request">;
  log: Pick<FastifyBaseLogger, "warn" | "info">;
  overload: Pick<FastifyInstance["overload"], "refused">;
}

/**
 * Maximum concurrent calls of the API: after a restart thousands of sockets reconnect together, each with its token.
 */
const MAX_CONCURRENT = 16;
/**
 * Maximum of these calls, and of waiting ones, for the unproved tokens of one address. Forged tokens must leave room
 * for others.
 */
const OF_ADDRESS = { concurrent: 12, waiting: 1_000 };
/** Time limit for one verification, including its wait in the queue. */
const PATIENCE_MS = 10_000;
/** A longer list of clients is not read, and proves nothing. */
const MAX_LIST_BYTES = 8_388_608;

/** The call whose answer proves a token (readings, 29). */
export const provingCall = endpoints.clientGetAll;

/** Verifies a token by the API's list of clients for it (readings, 18 and 29). Any other answer but 401 and 403 is no verdict. */
export function apiVerifier({ upstream, log, overload }: ApiVerifierOptions): TokenVerifier {
  const queue = new FairQueue({ concurrent: MAX_CONCURRENT, ofOwner: OF_ADDRESS });
  const { method, path } = provingCall;
  const outage = new Outage(log);
  return {
    byApi: true,
    async ask({ token }, stranger) {
      const headers = { authorization: `Bearer ${token}`, accept: "application/json", "accept-encoding": "identity" };
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const call = async () => {
        const answer = await upstream.request({ method, path, headers, signal });
        return { status: answer.status, type: answer.headers["content-type"], isProof: await isProof(answer) };
      };
      const {
        status,
        type,
        isProof: proved,
      } = await queue.run(call, signal, stranger).catch((error: unknown) => {
        if (error instanceof QueueFullError) overload.refused("proofs", stranger ?? "");
        else outage.begin({ reason: reasonOf(error) });
        throw new TokenError("unavailable", error);
      });
      const isRefused = status === 401 || status === 403;
      if (!proved && !isRefused) {
        outage.begin({ reason: "the answer is no list of clients", status, type });
        throw new TokenError("unavailable");
      }
      outage.end();
      if (isRefused) throw new TokenError("rejected");
    },
  };
}

/** Logs once why tokens cannot be proved, and once that they can again. */
class Outage {
  readonly #log: ApiVerifierOptions["log"];
  #active = false;

  constructor(log: ApiVerifierOptions["log"]) {
    this.#log = log;
  }

  begin(cause: object): void {
    if (!this.#active) this.#log.warn(cause, "the API proves no token");
    this.#active = true;
  }

  end(): void {
    if (this.#active) this.#log.info("the API proves tokens again");
    this.#active = false;
  }
}

/** Whether an answer of {@link provingCall} that was received completely proves its token. */
export function provesNow({ status, headers, body }: UpstreamAnswer): boolean {
  if (status < 200 || status > 299 || !Buffer.isBuffer(body)) return false;
  return (headers["content-encoding"] ?? "identity") === "identity" && isClientList(body);
}

/** As {@link provesNow}, also for a long or encoded answer. */
async function isProof({ status, headers, body }: UpstreamAnswer): Promise<boolean> {
  if (status < 200 || status > 299) {
    if (!Buffer.isBuffer(body)) body.destroy();
    return false;
  }
  const whole = Buffer.isBuffer(body) ? body : await collect(body);
  const decoded = whole && (await decode(whole, String(headers["content-encoding"] ?? "identity")));
  return decoded !== undefined && isClientList(decoded);
}

async function collect(stream: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    // Leaving the loop ends the stream.
    if (size > MAX_LIST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress), deflate: promisify(inflate) };

/** Some APIs encode although `identity` is requested. Undefined when the body cannot be decoded. */
async function decode(body: Buffer, encoding: string): Promise<Buffer | undefined> {
  const name = encoding.trim().toLowerCase();
  if (name === "identity") return body;
  const decoder = decoders[name as keyof typeof decoders];
  return decoder?.(body, { maxOutputLength: MAX_LIST_BYTES }).catch(() => undefined);
}
