import { createClient, type RedisClientOptions } from "@redis/client";
import type { FastifyBaseLogger } from "fastify";

/** An answer that takes longer costs more than doing without. */
const ASK_TIMEOUT_MS = 250;
/** What must not be lost is waited for longer: a hiccup of Valkey is mostly over by then. */
const TELL_TIMEOUT_MS = 2_000;
/** How soon a Valkey that failed is tried again. */
const RETRY_MS = 250;
/** A Valkey that hangs is noticed within this and {@link ASK_TIMEOUT_MS}, also by a BFF that has nothing to ask. */
const BEAT_MS = 500;
/** A connection on which nothing came for so long is made anew. */
const SILENCE_MS = 5_000;
/** Commands under way at once. */
const MAX_QUEUE = 10_000;

interface ValkeyLinkOptions {
  /** `redis://` or `rediss://`, credentials included; never logged. */
  url: string;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  /** Hears of each command: how long it took, and whether it was answered in time. */
  observe?: (seconds: number, isAnswered: boolean) => void;
}

type Client = ReturnType<typeof clientOf>;
type Work = (client: Client) => Promise<unknown>;

/**
 * The one connection to Valkey. It is used only between a preparation that succeeded and the first failure: whoever needs
 * to know what happened meanwhile prepares anew each time.
 */
export class ValkeyLink {
  readonly #log: ValkeyLinkOptions["log"];
  readonly #observe: NonNullable<ValkeyLinkOptions["observe"]>;
  readonly #preparations: Work[] = [];
  readonly #beats: Work[] = [];
  readonly #heart: NodeJS.Timeout;
  #client: Client;
  #usable = false;
  #preparing = false;
  /** Counts connections and failures: a preparation that one of them interrupts begins anew. */
  #epoch = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor({ url, log, observe = () => {} }: ValkeyLinkOptions) {
    this.#log = log;
    this.#observe = observe;
    this.#client = this.#connect(url);
    this.#heart = setInterval(() => void this.#beat(), BEAT_MS).unref();
  }

  /** Whether it is used now. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Runs `work` after each connection and each failure, before Valkey is used again. */
  prepare(work: Work): void {
    this.#preparations.push(work);
  }

  /** Runs `work` every {@link BEAT_MS} while Valkey is used. */
  beat(work: Work): void {
    this.#beats.push(work);
  }

  /** Undefined when Valkey does not answer, at once while it is known not to. */
  async ask<Reply>(command: (client: Client) => Promise<Reply>): Promise<Reply | undefined> {
    return this.#usable ? this.#run(command, ASK_TIMEOUT_MS) : undefined;
  }

  /**
   * Like `ask`, but with more patience, and also while a preparation runs, which may have passed what is said now. A failure
   * takes Valkey out of use until it is prepared anew.
   */
  async tell<Reply>(command: (client: Client) => Promise<Reply>): Promise<Reply | undefined> {
    if (this.#usable) return this.#run(command, TELL_TIMEOUT_MS);
    return this.#preparing ? this.#run(command, ASK_TIMEOUT_MS) : undefined;
  }

  /** Moves to another address, or to other credentials. */
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

  #connect(url: string): Client {
    const client = clientOf(url);
    // The library connects again by itself; without a listener its errors would end the process.
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

  async #run<Reply>(command: (client: Client) => Promise<Reply>, timeoutMs: number): Promise<Reply | undefined> {
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
    if (this.#usable) this.#log.warn({ err: error }, "the shared cache does not answer: calls go to the API");
    this.#usable = false;
    this.#epoch += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#resume(), RETRY_MS).unref();
  }

  /** Uses Valkey again once it answers and everything is prepared. */
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
    this.#log.info("the shared cache answers");
  }
}

const ping: Work = (client) => client.ping();

function clientOf(url: string) {
  const options = {
    url,
    // A command that cannot be sent now is of no use later: the call has gone to the API by then.
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUE,
    socket: { connectTimeout: 1_000, reconnectStrategy: RETRY_MS, socketTimeout: SILENCE_MS },
  } satisfies RedisClientOptions;
  return createClient(options);
}

async function within<Reply>(reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([reply, limit]);
  } finally {
    clearTimeout(timer);
  }
}
