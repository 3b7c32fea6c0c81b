import { isDoorPath } from "@lamina/shared/doors/key-path";
import type { FastifyInstance } from "fastify";
import { isSafe } from "../app-pipeline.ts";
import type { ClientAnswer } from "../cache/client-answer.ts";
import type { CacheableCall, Fetched, Served } from "../cache/response-cache.ts";
import type { Awaitable } from "../cache/store.ts";
import type { Signal } from "../departure.ts";
import { problems } from "../errors.ts";
import type { UpstreamAnswer } from "../upstream/response-collector.ts";
import type { ProxyRequest } from "./proxy-request.ts";
import { requestHeaders } from "./request-headers.ts";
import { clientCacheControl, responseHeaders } from "./response-headers.ts";

/** Writes below this path concern only the caller (readings, 14). */
const OWN_AREA = "/Authentication/";

/** Answers a request under `/api`: a GET through the cache, other methods directly from the API. */
export class Forwarder {
  readonly #app: FastifyInstance;
  readonly #prefix: string;

  constructor(app: FastifyInstance, prefix: string) {
    this.#app = app;
    this.#prefix = prefix;
  }

  isCacheable(proxied: ProxyRequest): boolean {
    return proxied.request.method === "GET" && proxied.caller !== undefined && !bypassesCache(proxied);
  }

  /**
   * Returns the response for the client.
   * @throws ProblemError; the signal's reason when the client has disconnected
   */
  answer(proxied: ProxyRequest): Promise<ClientAnswer> {
    const { method } = proxied.request;
    if (!isSafe(method)) return this.#write(proxied);
    return method === "GET" ? this.#read(proxied) : this.#pass(proxied);
  }

  /** Answers a GET from the cache or from the API. */
  async #read(proxied: ProxyRequest): Promise<ClientAnswer> {
    const { responses } = this.#app.cache;
    const call = this.#cacheable(proxied);
    if (!call && wantsStored(proxied)) throw problems.notStored();
    if (!call) return this.#present(proxied, { answer: await this.#pass(proxied), status: "bff; fwd=bypass" });
    const found = responses.find(call);
    const lookup = found instanceof Promise ? await found : found;
    if (!lookup.hit && wantsStored(proxied)) throw problems.notStored();
    const fetch = (shared: Signal) => this.#fetch(proxied, shared);
    return this.#present(proxied, lookup.hit ?? (await responses.fetch(lookup, fetch, proxied.signal)));
  }

  /** What the cache must know of a GET; undefined when it bypasses the cache. */
  #cacheable(proxied: ProxyRequest): CacheableCall | undefined {
    const { caller, owner, target: path } = proxied;
    if (!caller || !owner || !this.isCacheable(proxied)) return undefined;
    const { headers } = proxied.request;
    const { accept, "accept-language": acceptLanguage } = headers;
    const encoding = this.#app.cache.negotiate(headers["accept-encoding"]);
    const staleIfErrorMs = staleIfError(headers["cache-control"]);
    return { caller: caller.hash, owner: owner.key, path, accept, acceptLanguage, encoding, staleIfErrorMs };
  }

  async #pass(proxied: ProxyRequest): Promise<ClientAnswer> {
    const { answer } = await this.#fetch(proxied, proxied.signal);
    return this.#encode(proxied, answer);
  }

  /** Sets `Cache-Status`; makes it a 304 when the client already holds this answer. */
  #present(proxied: ProxyRequest, { answer, status, entry }: Served): ClientAnswer {
    const { cache } = this.#app;
    cache.count(status);
    proxied.entry = entry;
    proxied.cacheStatus = status;
    return cache.conditional(answer, proxied.request.headers["if-none-match"]);
  }

  /** A write continues after its client disconnects, because the cache must be invalidated when it ends. */
  async #write(proxied: ProxyRequest): Promise<ClientAnswer> {
    const { cache, session, tokens } = this.#app;
    const { caller, path, request } = proxied;
    const login = session.isLogin(request.method, path)
      ? await session.beginLogin(proxied.body, request.ip)
      : undefined;
    const callerScope = caller ? { caller: caller.hash } : "no caller";
    // What a device sends is announced by the API's messages, so that it does not empty the cache every minute.
    const scope = path.startsWith(OWN_AREA) || isDoorPath(path) ? callerScope : "all callers";
    const trusted = caller !== undefined && tokens.isProved(caller.hash);
    const run = () => this.#fetch(proxied, undefined, login?.body);
    const answer = await cache.responses
      .write({ scope, caller: caller?.hash, trusted }, run)
      .catch((error: unknown) => {
        login?.settle();
        throw error;
      });
    // Before compression, because the session reads the token in the body.
    login?.settle(answer);
    return this.#encode(proxied, answer);
  }

  async #fetch(proxied: ProxyRequest, signal: Signal | undefined, login?: Buffer): Promise<Fetched> {
    const { cache, session, tokens, tracing, upstream } = this.#app;
    const { request, caller, owner, target, path } = proxied;
    const { method } = request;
    const reportVerdict = caller && tokens.observe(caller);
    const body = isSafe(method) ? undefined : (login ?? proxied.body);
    const headers = proxied.headers ?? requestHeaders(request, caller?.token);
    const { authorization } = request.headers;
    if (authorization !== undefined && isDoorPath(path)) headers.authorization = authorization;
    // The API must read the same user that was counted: a form or a query could name another one.
    if (login) headers["content-type"] = "application/json";
    const call = { method, path: login ? path : target, headers, body, owner, signal };
    const raw = await tracing.call(request, headers, () => upstream.request(call));
    // The BFF asks without conditions and evaluates the client's itself, so that its client would use an old copy.
    // Nor does it ask for a part of an answer, which would look whole.
    const isUnasked = raw.status === 304 || (raw.status === 206 && request.headers.range === undefined);
    if (isUnasked && isSafe(method)) {
      if (!Buffer.isBuffer(raw.body)) raw.body.destroy();
      throw problems.upstreamUnreachable(new Error(`a ${raw.status} that was not asked`));
    }
    if (raw.status === 401) reportVerdict?.("rejected");
    else if (caller && session.provesToken(caller, method, path, raw)) reportVerdict?.("accepted");
    const cleaned = this.#headersOf(raw);
    // Neither has content (RFC 9110, 8.6 and 15.3.6), whatever an API sends.
    const isBare = raw.status === 204 || raw.status === 205;
    if (isBare) delete cleaned["content-length"];
    if (method === "GET") {
      cleaned["cache-control"] = clientCacheControl(raw.headers);
      if (raw.status === 200 && Buffer.isBuffer(raw.body)) cleaned.etag ??= cache.validator(raw.body, caller?.hash);
    }
    const answer = { status: raw.status, headers: cleaned, body: isBare ? bare(raw.body) : raw.body };
    const shareable = cache.isShareable(raw.headers);
    return {
      answer,
      storable: cache.isStorable(raw.status, raw.headers),
      shareable,
      client: cache.clientOf(raw.headers),
    };
  }

  /** @throws ProblemError 502 when a header cannot be sent */
  #headersOf({ headers, body }: UpstreamAnswer): Record<string, string> {
    try {
      const coding = headers["transfer-encoding"];
      if (coding !== undefined && !/^\s*chunked\s*$/i.test(String(coding)))
        throw new Error(`transfer coding ${coding}`);
      return responseHeaders(headers, this.#app.upstreamTarget.current?.url ?? "", this.#prefix);
    } catch (error) {
      if (!Buffer.isBuffer(body)) body.destroy();
      throw problems.upstreamUnreachable(error);
    }
  }

  #encode({ request }: ProxyRequest, answer: ClientAnswer): Awaitable<ClientAnswer> {
    const { cache } = this.#app;
    return cache.encode(answer, cache.negotiate(request.headers["accept-encoding"]));
  }
}

const NO_CONTENT = Buffer.alloc(0);

function bare(body: UpstreamAnswer["body"]): Buffer {
  if (!Buffer.isBuffer(body)) body.destroy();
  return NO_CONTENT;
}

/** Whether a GET bypasses the cache: it requests a range, has a precondition, or wants its answer fresh or unstored. */
export function bypassesCache({ request: { headers } }: ProxyRequest): boolean {
  const { range, "if-match": ifMatch, "if-unmodified-since": ifUnmodified, pragma = "" } = headers;
  if (range !== undefined || ifMatch !== undefined || ifUnmodified !== undefined) return true;
  return /\bno-(cache|store)\b/i.test(`${headers["cache-control"] ?? ""} ${pragma}`);
}

/** RFC 9111, 5.2.1.7. */
function wantsStored({ request: { headers } }: ProxyRequest): boolean {
  return /\bonly-if-cached\b/i.test(headers["cache-control"] ?? "");
}

/**
 * Maximum staleness in milliseconds that the client accepts while the API fails (RFC 5861, 4); undefined when it names
 * none.
 */
function staleIfError(cacheControl: string | undefined): number | undefined {
  const seconds = /\bstale-if-error=(\d+)/i.exec(cacheControl ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
