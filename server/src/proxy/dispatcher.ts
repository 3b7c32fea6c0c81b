import type { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyHttpProxyOptions } from "@fastify/http-proxy";
import type { Exchange } from "./exchange.ts";
import type { Answer, Forwarder, Lookup } from "./forward.ts";

/** What the dispatcher must know of the call that it carries. */
export interface Call {
  exchange: Exchange;
  lookup: Lookup | undefined;
  /** Takes the API's answer to a login, or nothing when there was none. */
  settle: ((answer?: Answer) => void) | undefined;
}

interface Outgoing {
  headers: Readonly<Record<string, string | undefined>>;
  body: unknown;
}
type Transport = NonNullable<FastifyHttpProxyOptions["undici"]>;
type Callback = (
  error: unknown,
  response?: { statusCode: number; headers: Answer["headers"]; body: Answer["body"] },
) => void;

/**
 * The transport under the proxy library: it takes each of its requests once, through the cache where that applies.
 * The library's own transport retries, follows no deadline, does not cancel and trusts any certificate.
 */
export function dispatcher(calls: AsyncLocalStorage<Call>, forwarder: Forwarder): Transport {
  const request = ({ headers, body }: Outgoing, callback: Callback): void => {
    const call = calls.getStore();
    if (!call) throw new Error("a request outside of an exchange");
    const { exchange, lookup, settle } = call;
    const outgoing = { headers: defined(headers), body: Buffer.isBuffer(body) ? body : undefined };
    forwarder.answer(exchange, lookup, outgoing, settle).then(
      (answer) => {
        if (!exchange.signal.aborted) callback(null, { statusCode: answer.status, ...answer });
        else if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
      },
      (error: unknown) => {
        if (!exchange.signal.aborted) callback(error);
      },
    );
  };
  return { request } as Transport;
}

function defined(headers: Outgoing["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
