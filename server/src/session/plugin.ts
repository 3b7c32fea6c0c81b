import { getCACertificates } from "node:tls";
import { allEndpoints } from "@lamina/shared/all-endpoints";
import fastifyPlugin from "fastify-plugin";
import { Counter } from "prom-client";
import { Agent } from "undici";
import type { Config } from "../config.ts";
import { problems, TokenError } from "../errors.ts";
import { apiProver } from "./api-prover.ts";
import { bearerToken, type Caller, CallerReader } from "./caller.ts";
import { isLogin, loginOutcome, readLogin } from "./login.ts";
import { LoginLimiter } from "./login-limiter.ts";
import { signatureProver } from "./signature-prover.ts";
import { Tokens } from "./tokens.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Proof of tokens. */
    tokens: Tokens;
    session: Session;
  }
}

/** What the proxy must know of who calls. */
export interface Session {
  /**
   * Who makes this call; undefined for a public one.
   * @throws ProblemError 401 when the token is missing, malformed or expired
   */
  identify(method: string, path: string, authorization: string | undefined): Caller | undefined;
  /** Whether a 2xx of this call says that the API accepted the token: an unknown address might serve anybody. */
  provesToken(method: string, path: string): boolean;
  /** Whether the API may take this call for the login, however it is spelt. */
  isLogin(method: string, path: string): boolean;
  /**
   * Counts a login. `settle` takes the API's answer, or nothing when there was none.
   * @throws ProblemError 429 after too many failures, 400 when the body is no login
   */
  beginLogin(body: unknown, ip: string): { body: Buffer; settle: (answer?: { status: number; body: unknown }) => void };
}

export interface SessionOptions {
  config: Pick<Config, "tokenProof" | "login" | "upstream">;
}

const key = (method: string, path: string) => `${method} ${path}`;
const publicCalls = new Set(allEndpoints.filter((call) => call.public).map(({ method, path }) => key(method, path)));
const provingCalls = new Set(
  allEndpoints.filter((call) => !call.public && call.method === "GET").map(({ method, path }) => key(method, path)),
);

const REFUSALS = {
  missing: problems.tokenNotFound,
  malformed: problems.tokenMalformed,
  expired: problems.tokenExpired,
} as const;

/** Tokens: refused here when they cannot be valid, proved before anything is bridged for them; logins limited. */
export const session = fastifyPlugin<SessionOptions>(
  async (app, { config: { tokenProof, login, upstream } }) => {
    const reader = new CallerReader(app.clock);
    const link = keyLink(upstream?.ca);
    app.addHook("onClose", () => link.destroy());
    const prover = tokenProof.by === "api" ? apiProver(app.upstream) : signatureProver(tokenProof, link, app.clock);
    const limiter = new LoginLimiter({ ...login, clock: app.clock });
    const outcomes = new Counter({
      name: "bff_logins_total",
      help: "Logins by outcome: accepted, refused by the API, unknown, limited by the BFF",
      labelNames: ["outcome"] as const,
      registers: [app.metrics.registry],
    });

    app.decorate("tokens", new Tokens(reader, prover, app.clock));
    app.decorate("session", {
      identify(method, path, authorization) {
        if (publicCalls.has(key(method, path))) return undefined;
        try {
          return reader.read(bearerToken(authorization));
        } catch (error) {
          const refusal = error instanceof TokenError && REFUSALS[error.fault as keyof typeof REFUSALS];
          throw refusal ? refusal() : error;
        }
      },
      provesToken: (method, path) => provingCalls.has(key(method, path)),
      isLogin,
      beginLogin(body, ip) {
        const login = readLogin(body);
        const settle = limited(
          () => limiter.begin(login.userName, ip),
          () => outcomes.inc({ outcome: "limited" }),
        );
        return {
          body: login.body,
          settle(answer) {
            const outcome = answer ? loginOutcome(answer.status, answer.body, app.clock()) : "unknown";
            outcomes.inc({ outcome });
            settle(outcome);
          },
        };
      },
    });
  },
  { name: "session", dependencies: ["metrics", "upstream"] },
);

/** The link to the server of a key set, which may have its certificate from the API's own authority. */
function keyLink(ca: string | undefined): Agent {
  const authorities = ca === undefined ? {} : { ca: [...getCACertificates("default"), ca] };
  return new Agent({ connect: { rejectUnauthorized: true, ...authorities } });
}

function limited<T>(begin: () => T, onRefusal: () => void): T {
  try {
    return begin();
  } catch (error) {
    onRefusal();
    throw error;
  }
}
