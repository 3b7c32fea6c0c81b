import { createHash, randomUUID } from "node:crypto";
import { createClient, RESP_TYPES } from "@redis/client";
import type { FastifyBaseLogger } from "fastify";
import * as z from "zod";
import type { CacheStore, StoredAnswer } from "./store.ts";

/** An answer of the store that takes longer costs more than asking the API. */
const COMMAND_TIMEOUT_MS = 250;
/** How soon a store that failed is tried again. */
const RETRY_MS = 1_000;
/** Longer than any answer is kept: who is forgotten after it has none left. */
const GENERATION_MS = 3 * 86_400_000;
/** So that one Valkey may serve other programs too. */
const PREFIX = "lamina:";
const EVERYBODY = `${PREFIX}generation`;

/** What stands before the body, on a line of its own. `staleMs`: of the kept time, how much lies past the fresh one. */
const Head = z.object({ headers: z.record(z.string(), z.string()), staleMs: z.number() });

export interface ValkeyStoreOptions {
  /** `redis://` or `rediss://`, credentials included; never logged. */
  url: string;
  /** The largest single answer; how much all may take together is Valkey's own `maxmemory`. */
  maxBytes: number;
  clock: () => number;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}

type Client = ReturnType<typeof connectTo>;

/**
 * The store that several BFFs share (decision 0025). Times are Valkey's, so that replicas whose clocks differ agree on what is fresh.
 * While Valkey does not answer, nothing is served from it; a write that it was not told of is made good for before it is
 * used again.
 */
export class ValkeyStore implements CacheStore {
  readonly #client: Client;
  readonly #maxBytes: number;
  readonly #clock: () => number;
  readonly #log: ValkeyStoreOptions["log"];
  #usable = false;
  /** An invalidation did not reach Valkey. */
  #missed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor({ url, maxBytes, clock, log }: ValkeyStoreOptions) {
    this.#client = connectTo(url);
    this.#maxBytes = maxBytes;
    this.#clock = clock;
    this.#log = log;
    // The library connects again by itself; without a listener its errors would end the process.
    this.#client.on("error", (error: unknown) => this.#failed(error));
    this.#client.on("ready", () => void this.#resume());
    void this.#client.connect().catch(() => {});
  }

  /** Whether answers are served from it now. */
  get usable(): boolean {
    return this.#usable;
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#usable = false;
    if (this.#client.isOpen) this.#client.destroy();
  }

  async generation(caller: string): Promise<string | undefined> {
    const names = [EVERYBODY, generationKey(caller)];
    const known = await this.#ask((client) => client.mGet(names));
    if (known === undefined) return undefined;
    const parts = await Promise.all(names.map(async (name, index) => known[index] ?? this.#begin(name)));
    return parts.every((part) => part !== undefined) ? parts.join(".") : undefined;
  }

  async invalidate(caller?: string): Promise<void> {
    const name = caller === undefined ? EVERYBODY : generationKey(caller);
    const done = await this.#ask((client) => client.set(name, randomUUID(), expiry(GENERATION_MS)));
    if (done === undefined) this.#missed = true;
  }

  async get(key: string): Promise<StoredAnswer | undefined> {
    const name = answerKey(key);
    const found = await this.#ask((client) => Promise.all([bytes(client).get(name), client.pTTL(name)]));
    const [kept, leftMs = 0] = found ?? [];
    return kept && leftMs > 0 ? unpack(kept, leftMs, this.#clock()) : undefined;
  }

  async set(key: string, answer: StoredAnswer, keepMs: number): Promise<boolean> {
    const staleMs = keepMs - (answer.freshUntil - this.#clock());
    const kept = Buffer.concat([Buffer.from(`${JSON.stringify({ headers: answer.headers, staleMs })}\n`), answer.body]);
    if (keepMs <= 0 || kept.length > this.#maxBytes) return false;
    return (await this.#ask((client) => client.set(answerKey(key), kept, expiry(keepMs)))) !== undefined;
  }

  /** A generation that was never used, under a name that has none; what another replica began meanwhile is taken over. */
  #begin(name: string): Promise<string | undefined> {
    return this.#ask(async (client) => {
      await client.set(name, randomUUID(), { condition: "NX", ...expiry(GENERATION_MS) });
      return (await client.get(name)) ?? undefined;
    });
  }

  /** Undefined when Valkey does not answer, at once while it is known not to. */
  async #ask<Reply>(command: (client: Client) => Promise<Reply>): Promise<Reply | undefined> {
    if (!this.#usable) return undefined;
    try {
      return await within(command(this.#client));
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    if (this.#usable) this.#log.warn({ err: error }, "the shared cache does not answer: calls go to the API");
    this.#usable = false;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#resume(), RETRY_MS).unref();
  }

  /** Uses Valkey again once it answers, after telling it of the writes that it missed: whose they were is not kept. */
  async #resume(): Promise<void> {
    if (this.#usable || !this.#client.isReady) return;
    try {
      if (this.#missed) await within(this.#client.set(EVERYBODY, randomUUID(), expiry(GENERATION_MS)));
      else await within(this.#client.ping());
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.#missed = false;
    this.#usable = true;
    this.#log.info("the shared cache answers");
  }
}

function connectTo(url: string) {
  // A command that cannot be sent now is of no use later: the call has gone to the API by then.
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: RETRY_MS, reconnectStrategy: RETRY_MS },
  });
}

const bytes = (client: Client) => client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });

const expiry = (ms: number) => ({ expiration: { type: "PX", value: Math.ceil(ms) } }) as const;
const generationKey = (caller: string) => `${EVERYBODY}:${caller}`;
/** Of one length, and telling nobody who looks into Valkey what was asked for. */
const answerKey = (key: string) => `${PREFIX}answer:${createHash("sha256").update(key).digest("base64url")}`;

function unpack(kept: Buffer, leftMs: number, now: number): StoredAnswer | undefined {
  const end = kept.indexOf("\n");
  try {
    const { headers, staleMs } = Head.parse(JSON.parse(kept.toString("utf8", 0, end)));
    return { headers, body: kept.subarray(end + 1), freshUntil: now + leftMs - staleMs };
  } catch {
    // Written by another version, or by somebody else.
    return undefined;
  }
}

async function within<Reply>(reply: Promise<Reply>): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${COMMAND_TIMEOUT_MS} ms`)), COMMAND_TIMEOUT_MS);
  });
  try {
    return await Promise.race([reply, limit]);
  } finally {
    clearTimeout(timer);
  }
}
