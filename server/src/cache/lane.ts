import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { precedingWrite } from "../app-pipeline.ts";
import type { Caller } from "../session/caller.ts";
import { FastLane } from "./fast-lane.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { StoredEntry } from "./response-cache.ts";

/** Interval of the access log's line for all hits since the last one. */
const LOG_MS = 10_000;
/** Every request is logged on its own at these levels, so the lane is off. */
const DETAILED = new Set(["debug", "trace"]);

export interface Lane {
  /** Offers a response that was just sent and is an entry of the store to the lane. */
  sent(reply: FastifyReply, caller: Caller, entry: StoredEntry): void;
  served(): number;
}

/** For a shared store, because writes of other BFFs invalidate too and only the store knows them. */
export const NO_LANE: Lane = { sent() {}, served: () => 0 };

/** Installs a fast lane for the hits of a store in front of the framework. */
export function openLane(app: FastifyInstance, store: MemoryStore, ttlMs: number): Lane {
  if (DETAILED.has(app.log.level)) return NO_LANE;
  const durations = {
    200: app.metrics.requestDuration("GET", "/api/*", 200),
    304: app.metrics.requestDuration("GET", "/api/*", 304),
  };
  const lane = new FastLane({
    clock: app.clock,
    elapsed: app.elapsed,
    ttlMs,
    // During a drain responses close their connections, which only the normal path does.
    isOpen: () => !app.drain.active,
    requestId: app.requestId,
    touch: (key) => void store.get(key),
    count: (status, seconds) => durations[status](seconds),
  });
  store.follow(lane);
  const leave = intercept(app.server, (request, response) => {
    try {
      if (app.overload.isSurplus(request.socket) || precedingWrite(response)) return false;
      return lane.serve(request, response);
    } catch (error) {
      app.log.error({ err: error }, "a hit cannot be sent");
      // Without a byte sent, the normal path answers.
      if (response.headersSent) response.destroy();
      return response.headersSent;
    }
  });

  const log = () => {
    const hits = lane.takeHits();
    if (Object.keys(hits).length > 0) app.log.info({ hits }, "cache hits");
  };
  const timer = setInterval(log, LOG_MS).unref();
  // The normal path handles requests during the shutdown.
  app.addHook("preClose", (done) => {
    leave();
    clearInterval(timer);
    log();
    done();
  });

  return {
    served: () => lane.served,
    sent(reply, { hash: caller, token, claims }, { key, generation, answer }) {
      if (!store.holds(key, answer, caller, generation)) return;
      const expiresAt = claims.exp * 1000;
      const { statusCode: status } = reply;
      const headers = reply.getHeaders();
      lane.learn(reply.request.raw, { cacheKey: key, answer, caller, token, expiresAt, status, headers });
    },
  };
}

/**
 * Calls `answer` for each request before the framework. Returns a function that undoes it. One listener calls the
 * server's other listeners, because an event with several copies their list each time.
 */
function intercept(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): () => void {
  const listeners = server.listeners("request") as RequestListener[];
  const others = listeners.slice(0, -1);
  const route = listeners.at(-1) as RequestListener;
  const all: RequestListener = (request, response) => {
    for (const other of others) other(request, response);
    if (!answer(request, response)) route(request, response);
  };
  for (const listener of listeners) server.off("request", listener);
  server.on("request", all);
  return () => {
    server.off("request", all);
    for (const listener of listeners) server.on("request", listener);
  };
}
