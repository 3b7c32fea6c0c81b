import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type RedisClientOptions, type RedisClientType } from "@redis/client";
import type { FastifyBaseLogger } from "fastify";
import { reasonOf } from "../errors.ts";

/** A longer wait costs more than a call to the API. */
const ASK_TIMEOUT_MS = 250;
/** Longer, for commands that must not be lost: short outages of Valkey are mostly over by then. */
const TELL_TIMEOUT_MS = 2_000;
/** Delay before a failed Valkey is tried again. */
const RETRY_MS = 250;
/** Interval at which a write looks whether Valkey can be used again. */
const TELL_AGAIN_MS = 50;
/**
 * Interval of the heartbeat. It detects a hanging Valkey within this and {@link ASK_TIMEOUT_MS}, also in an idle BFF.
 */
const BEAT_MS = 500;
/** A connection is renewed after this time without data. */
const SILENCE_MS = 5_000;
/** Maximum concurrent commands. */
const MAX_QUEUE = 10_000;

interface ValkeyLinkOptions {
  /** `redis://` or `rediss://`, credentials included; never logged. */
  url: string;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  observe?: (seconds: number, isAnswered: boolean) => void;
}

/** A client of the library, as {@link clientOf} opens it. */
export type ValkeyClient = RedisClientType;
type Work = (client: ValkeyClient) => Promise<unknown>;

/**
 * The one connection to Valkey. It is used only between a successful preparation and the next failure. A module that
 * must know of writes during an outage invalidates them in its preparation.
 */
export class ValkeyLink {
  readonly #log: ValkeyLinkOptions["log"];
  readonly #observe: NonNullable<ValkeyLinkOptions["observe"]>;
  readonly #preparations: Work[] = [];
  readonly #beats: Work[] = [];
  readonly #heart: NodeJS.Timeout;
  #client: ValkeyClient;
  #usable = false;
  #preparing = false;
  /** Whether the log has the reason of this outage, or of the one that the start found. */
  #reported = false;
  /** When Valkey became unusable. */
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Counts connections and failures: a preparation interrupted by one of them starts again. */
  #epoch = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor({ url, log, observe = () => {} }: ValkeyLinkOptions) {
    this.#log = log;
    this.#observe = observe;
    this.#client = this.#connect(url);
    this.#heart = setInterval(() => void this.#beat(), BEAT_MS).unref();
  }

  get usable(): boolean {
    return this.#usable;
  }

  /** Runs `work` after each connection and each failure, before Valkey is used again. */
  prepare(work: Work): void {
    this.#preparations.push(work);
  }

  /** Runs `work` every {@link BEAT_MS} while Valkey is usable. */
  beat(work: Work): void {
    this.#beats.push(work);
  }

  /** Resolves to undefined when Valkey does not answer, at once while it is known to be down. */
  async ask<Reply>(command: (client: ValkeyClient) => Promise<Reply>): Promise<Reply | undefined> {
    return this.#usable ? this.#run(command, ASK_TIMEOUT_MS) : undefined;
  }

  /**
   * Like `ask`, but with a longer time limit and also during a preparation, which may already have passed this state. A
   * failure makes Valkey unusable until it is prepared again. Shortly after one it waits for that: another replica may
   * still use Valkey, and would not receive the invalidation until this one is prepared or its lease has lapsed.
   */
  async tell<Reply>(command: (client: ValkeyClient) => Promise<Reply>): Promise<Reply | undefined> {
    const isRecent = () => performance.now() - this.#failedAt < TELL_TIMEOUT_MS;
    while (!this.#usable && !this.#preparing && isRecent()) await sleep(TELL_AGAIN_MS);
    if (this.#usable) return this.#run(command, TELL_TIMEOUT_MS);
    return this.#preparing ? this.#run(command, ASK_TIMEOUT_MS) : undefined;
  }

  move(url: string): void {
    const old = this.#client;
    this.#client = this.#connect(url);
    this.#fail();
    if (old.isOpen) old.destroy();
  }

  close(): void {
    clearInterval(this.#heart);
    clearTimeout(this.#retry);
    this.#usable = false;
    this.#epoch += 1;
    if (this.#client.isOpen) this.#client.destroy();
  }

  #connect(url: string): ValkeyClient {
    const client = clientOf(url);
    // The library reconnects by itself; without a listener its errors would end the process.
    client.on("error", (error: unknown) => this.#client === client && this.#fail(error));
    client.on("ready", () => {
      if (this.#client !== client) return;
      this.#usable = false;
      this.#epoch += 1;
      void this.#resume();
    });
    void client.connect().catch(() => {});
    return client;
  }

  async #run<Reply>(command: (client: ValkeyClient) => Promise<Reply>, timeoutMs: number): Promise<Reply | undefined> {
    const client = this.#client;
    const began = performance.now();
    const observe = (isAnswered: boolean) => this.#observe((performance.now() - began) / 1000, isAnswered);
    try {
      const reply = await within(command(client), timeoutMs);
      observe(true);
      return reply;
    } catch (error) {
      observe(false);
      if (this.#client === client) this.#fail(error);
      return undefined;
    }
  }

  async #beat(): Promise<void> {
    for (const work of this.#beats.length > 0 ? this.#beats : [ping]) await this.ask(work);
  }

  #fail(error?: unknown): void {
    if (this.#usable) this.#failedAt = performance.now();
    if (error !== undefined && !this.#reported) {
      this.#reported = true;
      this.#log.warn({ reason: reasonOf(error) }, "the shared cache does not answer: calls go to the API");
    }
    this.#usable = false;
    this.#epoch += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#resume(), RETRY_MS).unref();
  }

  /** Makes Valkey usable once it answers and every preparation has succeeded. */
  async #resume(): Promise<void> {
    if (this.#usable || this.#preparing || !this.#client.isReady) return;
    this.#preparing = true;
    const [client, epoch] = [this.#client, this.#epoch];
    try {
      for (const work of [ping, ...this.#preparations]) await within(work(client), ASK_TIMEOUT_MS);
    } catch (error) {
      this.#preparing = false;
      this.#fail(error);
      return;
    }
    this.#preparing = false;
    if (epoch !== this.#epoch) return void this.#resume();
    this.#usable = true;
    this.#reported = false;
    this.#log.info("the shared cache answers");
  }
}

const ping: Work = (client) => client.ping();

function clientOf(url: string) {
  const options = {
    url,
    // A command is useless once the connection is back, because the request has gone to the API by then.
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUE,
    socket: { connectTimeout: 1_000, reconnectStrategy: RETRY_MS, socketTimeout: SILENCE_MS },
  } satisfies RedisClientOptions;
  return createClient(options);
}

async function within<Reply>(reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${timeoutMs} ms`));
    // After one more turn, because a reply that arrived while this process was busy is read only then.
    timer = setTimeout(() => setImmediate(expire), timeoutMs);
  });
  try {
    return await Promise.race([reply, limit]);
  } finally {
    clearTimeout(timer);
  }
}
