import type { FastifyInstance, FastifyReply } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { Counter, Gauge } from "prom-client";
import type { Config } from "../config.ts";
import type { Caller } from "../session/caller.ts";
import type { ValkeyLink } from "../valkey/link.ts";
import { clientOf, conditional, isShareable, isStorable, validator } from "./client-answer.ts";
import { encode, negotiate } from "./encoding.ts";
import { type Lane, NO_LANE, openLane } from "./lane.ts";
import { MemoryStore } from "./memory-store.ts";
import { ResponseCache, type StoredEntry } from "./response-cache.ts";
import type { CacheStore } from "./store.ts";

declare module "fastify" {
  interface FastifyInstance {
    cache: CacheApi;
  }
}

interface CacheApi {
  responses: ResponseCache;
  isStorable: typeof isStorable;
  isShareable: typeof isShareable;
  clientOf: typeof clientOf;
  validator: typeof validator;
  conditional: typeof conditional;
  negotiate: typeof negotiate;
  encode: typeof encode;
  /** Counts one answered GET by its `Cache-Status`. */
  count(status: string): void;
  /**
   * Called when the normal path has sent an entry of the store; its next hits take the fast lane. Not called for the
   * response that fills the cache, because most are not requested again before they expire.
   */
  sent(reply: FastifyReply, caller: Caller, entry: StoredEntry): void;
}

interface CacheOptions {
  config: Config["cache"];
}

/** The GET cache, in the process or shared with other BFFs. */
export const cache = fastifyPlugin<CacheOptions>(
  async (app, { config }) => {
    const { ttlMs, staleIfErrorMs, staleIfGatewayError } = config;
    const store = app.valkey ? await shared(app, config, app.valkey) : new MemoryStore(config.maxBytes, app.elapsed);
    measure(app, store);
    const responses = new ResponseCache({ store, ttlMs, staleIfErrorMs, staleIfGatewayError, elapsed: app.elapsed });
    const lane = store instanceof MemoryStore ? openLane(app, store, ttlMs) : NO_LANE;
    app.decorate("cache", {
      responses,
      isStorable,
      isShareable,
      clientOf,
      validator,
      conditional,
      negotiate,
      encode,
      count: counting(app, lane),
      sent: lane.sent,
    });
    const stop = app.tokens.onRejected((hash) => void responses.forget(hash));
    app.addHook("onClose", async () => stop());
  },
  { name: "cache", dependencies: ["metrics", "overload", "health", "session", "valkey"] },
);

const RESULTS = ["hit", "stale", "stored", "collapsed", "miss", "bypass"] as const;

type Result = (typeof RESULTS)[number];

/**
 * The counters of the cache, updated at each scrape, because prom-client validates and joins its labels at each count.
 */
function counting(app: FastifyInstance, lane: Lane): CacheApi["count"] {
  const registers = [app.metrics.registry];
  const counts: Record<Result, number> = { hit: 0, stale: 0, stored: 0, collapsed: 0, miss: 0, bypass: 0 };
  new Counter({
    name: "bff_cache_requests_total",
    help: "GETs under /api by what the cache did: hit, stale, stored, collapsed, miss (fetched, not stored) or bypass",
    labelNames: ["result"] as const,
    registers,
    collect() {
      this.reset();
      for (const result of RESULTS) this.inc({ result }, counts[result] + (result === "hit" ? lane.served() : 0));
    },
  });
  new Counter({
    name: "bff_cache_fast_hits_total",
    help: "Hits that were answered before the framework; they are part of bff_cache_requests_total",
    registers,
    collect() {
      this.reset();
      this.inc(lane.served());
    },
  });
  return (status) => void counts[resultOf(status)]++;
}

async function shared(
  app: FastifyInstance,
  { maxBytes }: CacheOptions["config"],
  link: ValkeyLink,
): Promise<CacheStore> {
  const { ValkeyStore } = await import("./valkey-store.ts");
  const store = new ValkeyStore({ link, maxBytes, elapsed: app.elapsed });
  app.addHook("onClose", () => store.close());
  return store;
}

function measure(app: FastifyInstance, store: CacheStore): void {
  const registers = [app.metrics.registry];
  new Gauge({
    name: "bff_cache_bytes",
    help: "Bytes held by the cache: bodies, keys and headers; with Valkey all of its memory, absent while it does not answer",
    registers,
    async collect() {
      show(this, (await store.usage()).bytes);
    },
  });
  new Gauge({
    name: "bff_cache_limit_bytes",
    help: "Most bytes of the cache; absent without a limit",
    registers,
    async collect() {
      show(this, (await store.usage()).limit);
    },
  });
}

function show(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

function resultOf(status: string): Result {
  if (status.includes("fwd=stale")) return "stale";
  return RESULTS.find((result) => status.includes(result)) ?? "miss";
}
