import { createHash, randomUUID } from "node:crypto";
import { DAY_MS } from "@lamina/shared/core/time";
import { RESP_TYPES } from "@redis/client";
import * as z from "zod";
import type { ValkeyClient, ValkeyLink } from "../valkey/link.ts";
import { callerSlot } from "./caller-slot.ts";
import type { CacheStore, CacheUsage, StoredAnswer } from "./store.ts";

/** Longer than the storage time of any answer, so an expired generation has no entries left. */
const GENERATION_MS = 3 * DAY_MS;
/**
 * A replica without a heartbeat for this long may have ended, or been cut off, without reporting a write, so the
 * generation of all callers changes. In milliseconds.
 */
const REPLICA_LEASE_MS = 2_000;
/** Separates these keys from those of other programs that use the same Valkey. */
const PREFIX = "lamina:";
const ALL_CALLERS = `${PREFIX}generation`;
const REPLICAS = `${PREFIX}replicas`;

/** Renews the lease of a replica, and changes the generation of all callers when a lease has expired. */
const BEAT = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
local lapsed = redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
if lapsed > 0 then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4]) end
return lapsed`;

/** The line before the body. `staleMs`: the part of the storage time that lies after the expiry. */
const Head = z.object({ headers: z.record(z.string(), z.string()), staleMs: z.number() });

interface ValkeyStoreOptions {
  link: ValkeyLink;
  /** The largest single answer; Valkey's own `maxmemory` limits all of them together. */
  maxBytes: number;
  elapsed: () => number;
}

/**
 * The store that several BFFs share (decision 0005). It uses Valkey's time, so that replicas with different clocks
 * agree on freshness. Writes during an outage of Valkey are unknown, so the generation of all callers changes before it
 * is used again: at each start, at each connection and after each failure.
 */
export class ValkeyStore implements CacheStore {
  readonly #link: ValkeyLink;
  readonly #maxBytes: number;
  readonly #elapsed: () => number;
  readonly #replica = randomUUID();

  constructor({ link, maxBytes, elapsed }: ValkeyStoreOptions) {
    this.#link = link;
    this.#maxBytes = maxBytes;
    this.#elapsed = elapsed;
    link.prepare((client) => client.set(ALL_CALLERS, randomUUID(), expiry(GENERATION_MS)));
    link.beat((client) => this.#beat(client));
  }

  /** Removes this replica's lease, so that the others assume no unreported write. */
  async close(): Promise<void> {
    await this.#link.ask((client) => client.zRem(REPLICAS, this.#replica));
  }

  async generation(caller: string): Promise<string | undefined> {
    const names = [ALL_CALLERS, generationKey(caller)];
    const generations = await this.#link.ask((client) => client.mGet(names));
    if (generations === undefined) return undefined;
    const parts = await Promise.all(names.map(async (name, index) => generations[index] ?? this.#begin(name)));
    return parts.every((part) => part !== undefined) ? parts.join(".") : undefined;
  }

  async invalidate(caller?: string): Promise<void> {
    const name = caller === undefined ? ALL_CALLERS : generationKey(caller);
    // Deleted, because a full Valkey refuses a set. A reader then sets a new generation; while that fails it has no
    // hits.
    await this.#link.tell((client) => client.del(name));
  }

  /** Those of all callers, because the client of an answer is not known when another replica requests it (0004). */
  invalidateClient(): Promise<void> {
    return this.invalidate();
  }

  async get(key: string): Promise<StoredAnswer | undefined> {
    const name = answerKey(key);
    const found = await this.#link.ask((client) => Promise.all([bytes(client).get(name), client.pTTL(name)]));
    const [packed, leftMs = 0] = found ?? [];
    return packed && leftMs > 0 ? unpack(packed, leftMs, this.#elapsed()) : undefined;
  }

  async set(key: string, answer: StoredAnswer, keepMs: number): Promise<boolean> {
    const staleMs = keepMs - (answer.freshUntil - this.#elapsed());
    const packed = Buffer.concat([
      Buffer.from(`${JSON.stringify({ headers: answer.headers, staleMs })}\n`),
      answer.body,
    ]);
    if (keepMs <= 0 || packed.length > this.#maxBytes) return false;
    return (await this.#link.ask((client) => client.set(answerKey(key), packed, expiry(keepMs)))) !== undefined;
  }

  /** Of the whole Valkey, which has one limit for everything in it. */
  async usage(): Promise<CacheUsage> {
    // An account that may not ask is no outage.
    const text = await this.#link.ask((client) => client.info("memory").catch(() => ""));
    const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(text ?? "")?.[1] ?? 0) || undefined;
    return { bytes: figure("used_memory"), limit: figure("maxmemory") };
  }

  #beat(client: ValkeyClient): Promise<unknown> {
    const parameters = [this.#replica, REPLICA_LEASE_MS, randomUUID(), GENERATION_MS].map(String);
    return client.eval(BEAT, { keys: [REPLICAS, ALL_CALLERS], arguments: parameters });
  }

  /** Sets a new generation under a name without one. If another replica has set one first, uses that. */
  #begin(name: string): Promise<string | undefined> {
    return this.#link.ask(async (client) => {
      await client.set(name, randomUUID(), { condition: "NX", ...expiry(GENERATION_MS) });
      return (await client.get(name)) ?? undefined;
    });
  }
}

const bytes = (client: ValkeyClient) => client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });

const expiry = (ms: number) => ({ expiration: { type: "PX", value: Math.ceil(ms) } }) as const;
/** By slot, so that invented callers cannot fill Valkey with names. */
const generationKey = (caller: string) => `${ALL_CALLERS}:${callerSlot(caller)}`;
/** Hashed for a fixed length, and so that the keys do not reveal the requests. */
const answerKey = (key: string) => `${PREFIX}answer:${createHash("sha256").update(key).digest("base64url")}`;

function unpack(packed: Buffer, leftMs: number, now: number): StoredAnswer | undefined {
  const end = packed.indexOf("\n");
  try {
    const { headers, staleMs } = Head.parse(JSON.parse(packed.toString("utf8", 0, end)));
    return { headers, body: packed.subarray(end + 1), freshUntil: now + leftMs - staleMs };
  } catch {
    // Written by another version or another program.
    return undefined;
  }
}
