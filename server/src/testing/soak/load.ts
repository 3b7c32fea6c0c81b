import { Agent, request } from "undici";
import { TestSocket } from "../broker-socket.ts";
import type { Seeded } from "../seeded.ts";
import { token } from "../token.ts";

const WIDTH = 8;
const PAGES = 200;
const USERS = 50;
const SOCKETS = 40;
/** Life of a socket's token, so that tokens end while sockets are open. */
const TOKEN_S = 2;
const HOUR_S = 3_600;

/** Requests, logins and sockets of many users, for a given time; afterwards every connection is closed. */
export class MixedLoad {
  readonly #url: string;
  readonly #random: Seeded;
  #tokens = 0;
  requests = 0;
  readonly statuses: Record<string, number> = {};
  readonly closes: Record<string, number> = {};

  constructor(url: string, random: Seeded) {
    this.#url = url;
    this.#random = random;
  }

  /** Fills the caches of limited size: proofs and refusals of tokens. */
  async fill(tokens: number): Promise<void> {
    let left = tokens;
    await this.#withAgent((agent) =>
      this.#inParallel(async () => {
        await this.#get(agent, this.#token(), "/api/Menu/GetAll");
        await this.#get(agent, this.#token("forged"), "/api/Menu/GetAll");
        return --left > 0;
      }),
    );
  }

  async run(ms: number): Promise<void> {
    const end = Date.now() + ms;
    await this.#withAgent(async (agent) => {
      await Promise.all([
        this.#inParallel(async () => {
          await this.#one(agent);
          return Date.now() < end;
        }),
        this.#sockets(end),
      ]);
      // Empties the cache, so that each round ends with the same entries.
      await this.#write(agent);
    });
  }

  async #one(agent: Agent): Promise<void> {
    const below = (limit: number) => this.#random.below(limit);
    const kind = below(20);
    if (kind === 0) await this.#write(agent);
    else if (kind === 1) await this.#login(agent, `user-${below(USERS)}`);
    else if (kind === 2) await this.#get(agent, this.#token("forged"), "/api/Menu/GetAll");
    else {
      const [bearer, path] = [this.#token(), `/api/Client/GetAll?page=${below(PAGES)}`];
      // A miss; sometimes a hit too, and one that the fast lane has learned.
      for (let reads = kind < 15 ? 1 : 3; reads > 0; reads--) await this.#get(agent, bearer, path);
    }
  }

  /** All tokens have the same length, because caches would grow with longer ones. */
  #token(kind: "valid" | "forged" = "valid", exp = Math.floor(Date.now() / 1_000) + HOUR_S): string {
    const jti = `${kind}-${String(++this.#tokens).padStart(9, "0")}`;
    return token({ name: `user-${10 + this.#random.below(USERS)}`, jti, exp });
  }

  #write(agent: Agent): Promise<void> {
    return this.#send(agent, "POST", "/api/Client/Update", this.#token(), "{}");
  }

  #get(agent: Agent, bearer: string, path: string): Promise<void> {
    return this.#send(agent, "GET", path, bearer);
  }

  #login(agent: Agent, username: string): Promise<void> {
    return this.#send(
      agent,
      "POST",
      "/api/Authentication/Login",
      undefined,
      JSON.stringify({ UserName: username, Password: "x" }),
    );
  }

  async #send(agent: Agent, method: "GET" | "POST", path: string, bearer?: string, body?: string): Promise<void> {
    const headers = {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body && { "content-type": "application/json" }),
    };
    const reply = await request(this.#url + path, { dispatcher: agent, method, headers, body: body ?? null });
    await reply.body.dump();
    this.requests += 1;
    this.statuses[reply.statusCode] = (this.statuses[reply.statusCode] ?? 0) + 1;
  }

  /** Sockets that open, subscribe and publish, and are closed by their token's end or by their client. */
  async #sockets(end: number): Promise<void> {
    const live = async () => {
      while (Date.now() < end) {
        const socket = await TestSocket.open(`${this.#url}/realtime`);
        socket.send({ type: "authenticate", token: this.#token("valid", Math.floor(Date.now() / 1_000) + TOKEN_S) });
        for (const topic of ["notifications", `events-${this.#random.below(PAGES)}`]) {
          socket.send({ type: "subscribe", topic });
          socket.send({ type: "publish", topic, message: { text: "x".repeat(this.#random.below(1_000)) } });
        }
        if (this.#random.below(2)) setTimeout(() => socket.socket.close(), this.#random.below(TOKEN_S * 1_000));
        const { code } = await socket.closed;
        this.closes[code] = (this.closes[code] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: SOCKETS }, live));
  }

  async #inParallel(step: () => Promise<boolean>): Promise<void> {
    const work = async () => {
      while (await step());
    };
    await Promise.all(Array.from({ length: WIDTH }, work));
  }

  async #withAgent(use: (agent: Agent) => Promise<void>): Promise<void> {
    const agent = new Agent();
    try {
      await use(agent);
    } finally {
      await agent.destroy();
    }
  }
}
