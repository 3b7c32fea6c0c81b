import type { ClientAnswer } from "../cache/client-answer.ts";
import { fail } from "./fail.ts";
import type { Forwarder } from "./forward.ts";
import type { ProxyRequest } from "./proxy-request.ts";
import { requestHeaders } from "./request-headers.ts";

/** The request that a call of the library belongs to, beside the headers of the call: the library passes no other link. */
const CALL = Symbol("proxied request");
interface CallHeaders {
  [name: string]: string;
  [CALL]?: ProxyRequest;
}

/** The headers with which the library forwards a request. */
export function headersWithCall(proxied: ProxyRequest | null): CallHeaders {
  if (!proxied) throw new Error("a request under /api that was not checked");
  return Object.assign(requestHeaders(proxied.request, proxied.caller?.token), { [CALL]: proxied });
}

/** In the place of the body, which is sent from {@link ProxyRequest.answer}: the library ends it when the client leaves. */
class Body {
  readonly #body: ClientAnswer["body"];

  constructor(body: ClientAnswer["body"]) {
    this.#body = body;
  }

  destroy(): void {
    if (!Buffer.isBuffer(this.#body)) this.#body.destroy();
  }
}

/**
 * The library's dispatcher: the BFF's own client of the API, which verifies certificates, has one deadline and cancels.
 * Path and query are those of the request, because the library encodes them again.
 */
export function transport(forwarder: Forwarder) {
  const forward = async (proxied: ProxyRequest, done: (answer: object) => void) => {
    try {
      const { status, headers, body } = await forwarder.answer(proxied);
      proxied.answer = body;
      const cacheStatus = proxied.cacheStatus === undefined ? {} : { "cache-status": proxied.cacheStatus };
      done({ statusCode: status, headers: { ...headers, ...cacheStatus }, body: new Body(body) });
    } catch (error) {
      // The library logs each error with its stack, and has its own statuses for them.
      fail(proxied.reply, proxied, error);
    } finally {
      proxied.request.pendingBody?.release();
    }
  };
  return {
    request(options: { headers?: unknown }, done?: (error: null, answer: never) => void): never {
      const { [CALL]: proxied, ...headers } = options.headers as CallHeaders;
      if (!proxied) throw new Error("a call without a request");
      proxied.headers = headers;
      // Of the answer the library reads these three fields alone, and nothing of what this returns.
      void forward(proxied, (answer) => done?.(null, answer as never));
      return undefined as never;
    },
  };
}
