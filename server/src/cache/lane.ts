import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { FastLane } from "./fast-lane.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { ResponseCache, StoredEntry } from "./response-cache.ts";

type Caller = Exclude<ReturnType<FastifyInstance["session"]["identify"]>, undefined>;

/** How often the access log gets one line for all hits since the last. */
const LOG_MS = 10_000;
/** At these levels every hit has a line of its own, so that it takes the ordinary way. */
const DETAILED = new Set(["debug", "trace"]);

/** The fast lane as the plugin uses it. */
export interface Lane {
  /** Takes an answer that was just sent and is an entry of the store. */
  sent(reply: FastifyReply, caller: Caller, entry: StoredEntry): void;
  /** Hits answered so far. */
  served(): number;
}

/** Of a store that other BFFs share: their writes count too, and only the store knows of them. */
export const NO_LANE: Lane = { sent() {}, served: () => 0 };

/** Puts a fast lane for the hits of a store in front of the framework. */
export function openLane(app: FastifyInstance, store: MemoryStore, responses: ResponseCache): Lane {
  if (DETAILED.has(app.log.level)) return NO_LANE;
  const durations = {
    200: app.metrics.requestDuration("GET", "/api/*", 200),
    304: app.metrics.requestDuration("GET", "/api/*", 304),
  };
  const lane = new FastLane({
    clock: app.clock,
    // On the way out of service answers end their connections, which only the ordinary way knows.
    isOpen: () => !responses.writing && !app.drain.active,
    requestId: app.requestId,
    touch: (key) => void store.get(key),
    count: (status, seconds) => durations[status](seconds),
  });
  store.follow(lane);
  const leave = intercept(app.server, (request, response) => lane.serve(request, response));

  const log = () => {
    const hits = lane.takeHits();
    if (Object.keys(hits).length > 0) app.log.info({ hits }, "cache hits");
  };
  const timer = setInterval(log, LOG_MS).unref();
  // What comes while the process goes down is the business of the ordinary way.
  app.addHook("preClose", (done) => {
    leave();
    clearInterval(timer);
    log();
    done();
  });

  return {
    served: () => lane.served,
    sent(reply, { hash: caller, token, claims }, { key, generation, stored }) {
      if (!store.holds(key, stored, caller, generation)) return;
      const expiresAt = claims.exp * 1000;
      const { statusCode: status } = reply;
      const headers = reply.getHeaders();
      lane.learn(reply.request.raw, { cacheKey: key, stored, caller, token, expiresAt, status, headers });
    },
  };
}

/**
 * Lets `answer` see each request before the framework; other listeners of the server keep their turn. Returns what ends it.
 */
function intercept(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): () => void {
  const route = server.listeners("request").at(-1) as RequestListener;
  const first: RequestListener = (request, response) => {
    if (!answer(request, response)) route(request, response);
  };
  server.off("request", route).on("request", first);
  return () => void server.off("request", first).on("request", route);
}
