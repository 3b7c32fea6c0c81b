import type { Socket } from "node:net";
import { createSecureContext } from "node:tls";
import { isDeepStrictEqual } from "node:util";
import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import { isDoorPath } from "@lamina/shared/doors/key-path";
import type { FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { Counter } from "prom-client";
import { Agent } from "undici";
import { authorities } from "../authorities.ts";
import { clientNetwork } from "../client-network.ts";
import type { Config, TokenProof } from "../config.ts";
import { problems, TokenError } from "../errors.ts";
import type { Owner } from "../upstream/owner.ts";
import type { UpstreamAnswer } from "../upstream/response-collector.ts";
import { apiVerifier, provesNow, provingCall } from "./api-verifier.ts";
import { type Caller, CallerReader } from "./caller.ts";
import { isLogin, loginOutcome, readLogin } from "./login.ts";
import { type LoginAttempts, MemoryAttempts } from "./login-attempts.ts";
import { LOGIN_OUTCOMES, LoginLimiter } from "./login-limiter.ts";
import { SharedAttempts } from "./shared-attempts.ts";
import { signatureVerifier } from "./signature-verifier.ts";
import { Tokens } from "./tokens.ts";

declare module "fastify" {
  interface FastifyInstance {
    tokens: Tokens;
    session: PageSession;
  }
}

interface PageSession {
  identify(method: string, path: string, authorization: string | undefined, connection: Socket): Caller | undefined;
  /** Whether this answer of the API proves the token, if it is not proved yet (readings, 29). */
  provesToken(caller: Caller, method: string, path: string, answer: UpstreamAnswer): boolean;
  isLogin(method: string, path: string): boolean;
  /** Whose shares a caller uses. `ip`: the caller's address, from the nearest proxy. */
  ownerOf(caller: Caller, ip: string): Owner;
  /**
   * Counts a login. `settle` takes the API's response, or nothing when there was none.
   * @throws ProblemError 429 after too many failures, 400 or 413 when the body is no login
   */
  beginLogin(body: unknown, ip: string): Promise<LoginUnderWay>;
}

interface LoginUnderWay {
  body: Buffer;
  settle(answer?: { status: number; body: unknown }): void;
}

interface SessionOptions {
  config: Pick<Config, "tokenProof" | "login" | "upstream">;
}

const key = (method: string, path: string) => `${method} ${path}`;
const publicCalls = new Set(allEndpoints.filter((call) => call.public).map(({ method, path }) => key(method, path)));

const REFUSALS = {
  missing: problems.tokenNotFound,
  malformed: problems.tokenMalformed,
  expired: problems.tokenExpired,
} as const;

/** Refuses invalid tokens, proves tokens before anything is bridged for them, and limits logins. */
export const session = fastifyPlugin<SessionOptions>(
  async (app, { config: { tokenProof, login, upstream } }) => {
    const reader = new CallerReader(app.upstream.now);
    let authority = upstream?.ca;
    let opened: Agent | undefined;
    const link = () => {
      opened ??= keyLink(authority);
      return opened;
    };
    app.addHook("onClose", async () => opened?.destroy());
    const verifierOf = (proof: TokenProof) =>
      proof.by === "api" ? apiVerifier(app) : signatureVerifier(proof, link, app.upstream.now);
    const limiter = new LoginLimiter({ ...login, attempts: attemptsOf(app, login.windowMs) });
    const outcomes = new Counter({
      name: "bff_logins_total",
      help: "Logins by outcome: accepted, refused by the API, unknown, limited by the BFF",
      labelNames: ["outcome"] as const,
      registers: [app.metrics.registry],
    });
    for (const outcome of [...LOGIN_OUTCOMES, "limited"]) outcomes.inc({ outcome }, 0);

    const hasCodes = () => app.upstream.lists("first-access") !== false;
    const tokens = new Tokens(reader, verifierOf(tokenProof), app.elapsed, hasCodes);
    app.decorate("tokens", tokens);
    let proof = tokenProof;
    app.onReload((changed) => {
      const isOtherAuthority = changed.upstream?.ca !== authority;
      if (isOtherAuthority) {
        authority = changed.upstream?.ca;
        void opened?.close();
        opened = undefined;
      }
      // A key set is read over a link with the authority; other proofs do not depend on it.
      const isSame = isDeepStrictEqual(changed.tokenProof, proof) && !(isOtherAuthority && proof.by === "jwks");
      if (isSame) return;
      proof = changed.tokenProof;
      tokens.replace(verifierOf(proof));
    });
    app.decorate("session", {
      identify(method, path, authorization, connection) {
        // Devices and gateways prove themselves to the API with a key of their own.
        if (publicCalls.has(key(method, path)) || isDoorPath(path)) return undefined;
        try {
          return reader.readHeader(authorization, connection);
        } catch (error) {
          const refusal = error instanceof TokenError && REFUSALS[error.reason as keyof typeof REFUSALS];
          throw refusal ? refusal() : error;
        }
      },
      provesToken: ({ hash }, method, path, answer) =>
        path === provingCall.path && method === provingCall.method && tokens.wantsProof(hash) && provesNow(answer),
      isLogin,
      ownerOf({ hash, claims: { name } }, ip) {
        const user = name ? `user ${name}` : `token ${hash}`;
        if (tokens.isProved(hash)) return { key: user };
        const network = clientNetwork(ip);
        return { key: `${network} ${user}`, network };
      },
      async beginLogin(body, ip) {
        const login = readLogin(body, app.upstream.lists("known-devices") === true);
        const settle = await limiter.begin(login.userName, ip, login.device).catch((error: unknown) => {
          outcomes.inc({ outcome: "limited" });
          throw error;
        });
        return {
          body: login.body,
          settle(answer) {
            const outcome = answer ? loginOutcome(answer.status, answer.body, app.upstream.now()) : "unknown";
            outcomes.inc({ outcome });
            void settle(outcome);
          },
        };
      },
    });
  },
  { name: "session", dependencies: ["metrics", "overload", "upstream", "valkey"] },
);

/** The client for the key set's server, which may have a certificate of the API's authority. */
function keyLink(ca: string | undefined): Agent {
  // Created once, because the authorities would otherwise be parsed at each connection.
  const secureContext = createSecureContext({ ca: authorities(ca) });
  return new Agent({ connect: { rejectUnauthorized: true, secureContext } });
}

/** Counts in the process, and with Valkey also for all BFFs together; while it is down each BFF counts for itself. */
function attemptsOf(app: FastifyInstance, windowMs: number): LoginAttempts[] {
  const ownAttempts = new MemoryAttempts(windowMs, app.elapsed);
  return app.valkey ? [ownAttempts, new SharedAttempts(app.valkey, windowMs)] : [ownAttempts];
}
