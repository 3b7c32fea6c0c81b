import type { FastifyInstance } from "fastify";
import { type Exchange, isSafe } from "./exchange.ts";
import { clientCacheControl, responseHeaders } from "./response-headers.ts";

type Responses = FastifyInstance["cache"]["responses"];
type Fetched = Awaited<ReturnType<Parameters<Responses["fetch"]>[1]>>;
export type Lookup = Awaited<ReturnType<Responses["find"]>>;
export type Answer = Fetched["answer"];
type Served = Awaited<ReturnType<Responses["fetch"]>>;

/** What goes to the API: headers as rewritten, a body that is complete. */
export interface Outgoing {
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Writes inside this part concern the caller alone (readings, 14). */
const OWN_AREA = "/Authentication/";

/** Calls the API for an exchange, through the cache or past it, and gives the answer that the client gets. */
export class Forwarder {
  readonly #app: FastifyInstance;
  readonly #prefix: string;

  constructor(app: FastifyInstance, prefix: string) {
    this.#app = app;
    this.#prefix = prefix;
  }

  /** What the cache knows of a GET; undefined where it is not asked. */
  async find({ request, caller, target }: Exchange): Promise<Lookup | undefined> {
    const { headers, method } = request;
    if (method !== "GET" || !caller || bypasses(headers)) return undefined;
    const encoding = this.#app.cache.negotiate(headers["accept-encoding"]);
    const { accept, "accept-language": acceptLanguage } = headers;
    const staleIfErrorMs = staleIfError(headers["cache-control"]);
    const call = { caller: caller.hash, path: target, accept, acceptLanguage, encoding, staleIfErrorMs };
    return this.#app.cache.responses.find(call);
  }

  /** The answer from the API. `settle` takes that of a login as the API gave it, or nothing when there was none. */
  async answer(
    exchange: Exchange,
    lookup: Lookup | undefined,
    outgoing: Outgoing,
    settle?: (answer?: Answer) => void,
  ): Promise<Answer> {
    if (!isSafe(exchange.request.method)) return this.#write(exchange, outgoing, settle);
    if (!lookup) {
      const { answer } = await this.#fetch(exchange, outgoing, exchange.signal);
      return this.present(exchange, { answer: await this.#encode(exchange, answer), status: "bff; fwd=bypass" });
    }
    const fetch = (signal: AbortSignal) => this.#fetch(exchange, outgoing, signal);
    return this.present(exchange, await this.#app.cache.responses.fetch(lookup, fetch, exchange.signal));
  }

  /** An answer to a GET as this client gets it: with its `Cache-Status`, or 304 when the client holds it already. */
  present({ request: { method, headers } }: Exchange, { answer, status }: Served): Answer {
    if (method !== "GET") return answer;
    this.#app.cache.count(status);
    const told = { ...answer, headers: { ...answer.headers, "cache-status": status } };
    return this.#app.cache.conditional(told, headers["if-none-match"]);
  }

  /** A write goes on when its client leaves: the cache must know when it has ended. */
  async #write(exchange: Exchange, outgoing: Outgoing, settle?: (answer?: Answer) => void): Promise<Answer> {
    const { caller, path } = exchange;
    const own = caller ? { caller: caller.hash } : "nobody";
    const scope = path.startsWith(OWN_AREA) ? own : "everybody";
    const run = async () => (await this.#fetch(exchange, outgoing, undefined)).answer;
    const answer = await this.#app.cache.responses.write(scope, run).catch((error: unknown) => {
      settle?.();
      throw error;
    });
    // Before it is compressed: a long answer could not be read any more.
    settle?.(answer);
    return this.#encode(exchange, answer);
  }

  async #fetch(
    { request: { method }, caller, target, path }: Exchange,
    { headers, body }: Outgoing,
    signal: AbortSignal | undefined,
  ): Promise<Fetched> {
    const { cache, session, tokens, upstream, upstreamTarget } = this.#app;
    const judge = caller && tokens.observe(caller);
    const raw = await upstream.request({ method, path: target, headers, body, signal });
    if (raw.status === 401) judge?.("rejected");
    else if (raw.status >= 200 && raw.status < 300 && session.provesToken(method, path)) judge?.("accepted");
    const cleaned = responseHeaders(raw.headers, upstreamTarget.current?.url ?? "", this.#prefix);
    if (method === "GET") {
      cleaned["cache-control"] = clientCacheControl(raw.headers);
      if (raw.status === 200 && Buffer.isBuffer(raw.body)) cleaned.etag ??= cache.validator(raw.body);
    }
    const answer = { status: raw.status, headers: cleaned, body: raw.body };
    return { answer, storable: cache.isStorable(raw.status, raw.headers) };
  }

  #encode({ request }: Exchange, answer: Answer): Promise<Answer> {
    const { cache } = this.#app;
    return cache.encode(answer, cache.negotiate(request.headers["accept-encoding"]));
  }
}

/** Parts of a body, and what the client wants fresh or not kept, are none of the cache's business. */
function bypasses(headers: Exchange["request"]["headers"]): boolean {
  const { range, "if-match": ifMatch, "if-unmodified-since": ifUnmodified, pragma = "" } = headers;
  if (range !== undefined || ifMatch !== undefined || ifUnmodified !== undefined) return true;
  return /\bno-(cache|store)\b/i.test(`${headers["cache-control"] ?? ""} ${pragma}`);
}

/** How old an answer the client takes from a cache whose API fails (RFC 5861, 4), in milliseconds; undefined when it does not say. */
function staleIfError(cacheControl: string | undefined): number | undefined {
  const seconds = /\bstale-if-error=(\d+)/i.exec(cacheControl ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
