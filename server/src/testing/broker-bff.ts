import { readClaims, tokenPayload } from "@lamina/shared/access/authentication";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { HOUR_MS } from "@lamina/shared/core/time";
import fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { TokenError, type TokenRefusal } from "../errors.ts";
import { health } from "../health/plugin.ts";
import { metrics } from "../metrics/plugin.ts";
import type { RealtimeLimits } from "../realtime/limits.ts";
import { realtime } from "../realtime/plugin.ts";
import { reload } from "../reload/plugin.ts";
import { type BrokerTarget, TargetSource } from "../supervisor/target.ts";
import { TestSocket } from "./broker-socket.ts";

/** The time of a test's clock, unless the test moves it. */
export const NOON = Date.UTC(2025, 4, 14, 12);

/** Makes a token in the API's form; its signature is never verified here. */
export function makeToken(name: unknown, jti = "1", expiresInMs = HOUR_MS, now = NOON): string {
  const payload = encodeBase64(JSON.stringify({ name, jti, exp: (now + expiresInMs) / 1000, roles: [] }));
  return `head.${payload.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.signature`;
}

export function payloadOf(token: string): string {
  return tokenPayload(token) ?? "";
}

/** The realtime plugin on a real socket; the test decides which tokens are proved. */
export class TestBff {
  readonly app: FastifyInstance;
  readonly target: TargetSource;
  now = NOON;
  /** The API's verdict on a token; undefined accepts it. */
  refusal: (token: string) => TokenRefusal | undefined = () => undefined;
  /** Delays every proof until it resolves. */
  proofGate: Promise<unknown> = Promise.resolve();
  proofs = 0;
  url = "";
  readonly #rejected = new Set<(hash: string) => void>();

  constructor(
    broker: BrokerTarget | undefined,
    limits: Partial<RealtimeLimits> = {},
    options: FastifyServerOptions = {},
  ) {
    this.target = new TargetSource({ url: "https://unused.test", ca: undefined, broker, demo: null });
    this.app = fastify(options);
    this.app.decorate("clock", () => this.now);
    this.app.decorate("elapsed", () => this.now);
    this.app.decorate("originAllowed", (request) => request.headers.origin === "https://farm.test");
    this.app.decorate("upstream", { now: () => this.now } as FastifyInstance["upstream"]);
    this.app.register(metrics, {});
    this.app.register(reload, { files: [], read: undefined });
    this.app.register(health, { cacheMs: 0 });
    this.app.register(named("supervisor", (app) => app.decorate("upstreamTarget", this.target)));
    this.app.register(named("session", (app) => app.decorate("tokens", this.#tokens() as FastifyInstance["tokens"])));
    const config = {
      brokerConnectTimeoutMs: 10_000,
      brokerReconnectPeriodMs: 50,
      brokerKeepAliveMs: 10_000,
      brokerMaxPacketBytes: 262_144,
    };
    this.app.register(realtime, { config, limits });
  }

  async listen(): Promise<this> {
    this.url = await this.app.listen({ port: 0, host: "127.0.0.1" });
    return this;
  }

  open(headers: Record<string, string> = {}): Promise<TestSocket> {
    return TestSocket.open(`${this.url}/realtime`, { headers });
  }

  /** Opens a socket of an authenticated user, with the broker connected and these topics granted. */
  async enter(token: string, ...topics: string[]): Promise<TestSocket> {
    const socket = await this.open();
    socket.send({ type: "authenticate", token });
    await socket.received({ type: "authenticated" });
    await socket.received({ type: "state", state: "connected" });
    for (const topic of topics) socket.send({ type: "subscribe", topic });
    for (const topic of topics) await socket.received({ type: "subscribed", topic });
    return socket;
  }

  /** Simulates a 401 of the API for a token. */
  rejectToken(token: string): void {
    for (const listener of this.#rejected) listener(`hash of ${token}`);
  }

  async metric(name: string): Promise<string> {
    const { body } = await this.app.inject("/metrics");
    return body.split("\n").find((line) => line.startsWith(name)) ?? "";
  }

  #tokens(): Pick<FastifyInstance["tokens"], "prove" | "onRejected"> {
    return {
      prove: async (token) => {
        this.proofs += 1;
        await this.proofGate;
        const claims = readClaims(token);
        const reason = token === "" ? "missing" : claims === undefined ? "malformed" : this.refusal(token);
        if (reason !== undefined || claims === undefined) throw new TokenError(reason ?? "malformed");
        return { hash: `hash of ${token}`, claims, payload: payloadOf(token), expiresAt: claims.exp * 1000 };
      },
      onRejected: (listener) => {
        this.#rejected.add(listener);
        return () => this.#rejected.delete(listener);
      },
    };
  }
}

function named(name: string, decorate: (app: FastifyInstance) => void) {
  return fastifyPlugin(async (app: FastifyInstance) => decorate(app), { name });
}
