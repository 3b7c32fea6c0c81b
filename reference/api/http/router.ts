import { CLIENT_ID_HEADER } from "@lamina/shared/calls/client-id-header";
import type { Endpoint } from "@lamina/shared/calls/endpoint";
import type { RequestHeader } from "@lamina/shared/calls/request-headers";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { type Caller, mayAnywhere } from "./caller.ts";
import { problems } from "./problem.ts";
import { SerializedAnswer, type SharedAnswers } from "./shared-answers.ts";
import { documentationText } from "./text.ts";
import { nearestName } from "./unknown-fields.ts";
import { validate } from "./validation.ts";

/** Called with the one client that a call concerns: its answer names it (`CLIENT_ID_HEADER`) when the call succeeds. */
export type Concerns = (clientId: string) => void;

interface Call<Query extends z.ZodType, Body extends z.ZodType> {
  query: z.output<Query>;
  body: z.output<Body>;
  /** The body as sent: shows which fields were given, before defaults. */
  sent: unknown;
  /** The caller's `Idempotency-Key`, if any. */
  key?: string | undefined;
  concerns: Concerns;
}

type Handler<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType, Extra> = (
  call: Call<Query, Body> & Extra,
) => Promise<z.input<Reply>>;

/** Verifies a token. Rejects with a 401 problem when it is not valid. */
export type Authenticate = (token: string) => Promise<Caller>;

/** The only way to add a call: method, path, schemas, authentication and right come from the table of calls. */
export interface Router {
  /** A call that needs a token; `authenticate` is for a call with another kind of token. */
  route<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
    endpoint: Endpoint<Query, Body, Reply>,
    handler: Handler<Query, Body, Reply, { caller: Caller }>,
    authenticate?: Authenticate,
  ): void;
  /**
   * A reading call on a client, with an answer that depends on the caller by the rights on this client alone. Callers
   * with equal rights share it until the client's data change. `settle` completes pending work on the client first.
   */
  sharedRoute<Query extends z.ZodType<{ ID: string }>, Body extends z.ZodType, Reply extends z.ZodType>(
    endpoint: Endpoint<Query, Body, Reply>,
    handler: Handler<Query, Body, Reply, { caller: Caller }>,
    settle: (clientId: string) => Promise<void>,
  ): void;
  /** A call that the table declares public. `address` is the caller's IP address, `device` what it names itself. */
  publicRoute<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
    endpoint: Endpoint<Query, Body, Reply>,
    handler: Handler<Query, Body, Reply, { address: string; device: string | undefined }>,
  ): void;
  /**
   * The answer of a reading call for this caller, for a call that combines several.
   * @throws HttpProblem like the call itself
   */
  answer(endpoint: Endpoint, caller: Caller, query: unknown): Promise<unknown>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set by the router, or by a public page. A route without it is rejected. */
    auth?: "token" | "public";
  }
}

/** Rejects any route that was not added by the router or declared public. */
export function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook("onRoute", ({ config, method, url }) => {
    if (config?.auth === undefined) throw new Error(`${method} ${url} was not added by the router`);
  });
}

/** Tokens, codes, keys and logins: no cache may store them, not even the BFF's. */
const OF_ONE_PERSON = /^\/(Authentication\/|User\/(Invite|GetDeviceKey|GetSessions|\w*SecondFactor|\w*CommandPin)$)/;

export function createRouter(app: FastifyInstance, authenticate: Authenticate, shared: SharedAnswers): Router {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const readers = new Map<string, (caller: Caller, query: unknown) => Promise<unknown>>();

  function add<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
    endpoint: Endpoint<Query, Body, Reply>,
    handle: (call: Call<Query, Body>, request: FastifyRequest) => Promise<unknown>,
    prove: Authenticate = authenticate,
  ): void {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { auth: endpoint.public ? "public" : "token" },
      schema: documentation(endpoint),
      // Before the body is read, so that a missing token is the first error.
      onRequest: async (request) => {
        if (endpoint.public) return;
        const caller = await prove(bearerToken(request));
        if (!mayAnywhere(caller, endpoint.access)) throw problems.forbidden();
        callers.set(request, caller);
      },
      handler: async (request, reply) => {
        let client: string | undefined;
        const answer = await handle(
          {
            query: validQuery(endpoint, request.query),
            body: validate(
              endpoint.body,
              isNone(endpoint.body) ? undefined : (request.body ?? {}),
              endpoint.takesRecord ? "any" : [],
            ),
            sent: request.body,
            key: idempotencyKey(request),
            concerns: (clientId) => {
              client = clientId;
            },
          },
          request,
        );
        if (client !== undefined) reply.header(CLIENT_ID_HEADER, client);
        if (OF_ONE_PERSON.test(endpoint.path)) reply.header("cache-control", "no-store");
        if (answer instanceof File) return sendFile(reply, answer);
        return answer instanceof SerializedAnswer ? sendSerialized(request, reply, answer) : answer;
      },
    });
  }

  function callerOf(request: FastifyRequest): Caller {
    const caller = callers.get(request);
    if (caller === undefined) throw problems.tokenNotFound();
    return caller;
  }

  return {
    route(endpoint, handler, prove) {
      if (endpoint.public) throw new Error(`${endpoint.path} is public`);
      if (endpoint.method === "GET")
        readers.set(endpoint.path, (caller, query) =>
          handler({
            caller,
            query: validate(endpoint.query, query),
            body: validate(endpoint.body, undefined),
            sent: undefined,
            concerns: () => {},
          }),
        );
      add(endpoint, (call, request) => handler({ ...call, caller: callerOf(request) }), prove);
    },
    sharedRoute(endpoint, handler, settle) {
      add(endpoint, async (call, request) => {
        const caller = callerOf(request);
        const { ID: clientId } = call.query;
        const rights = caller.clients.get(clientId);
        // Rejects a caller without rights on the client, and stores nothing for it.
        if (rights === undefined) return handler({ ...call, caller });
        call.concerns(clientId);
        await settle(clientId);
        const question = JSON.stringify([endpoint.path, call.query, rights.permissions, rights.farmIds]);
        return shared.answer(clientId, question, () => handler({ ...call, caller }));
      });
    },
    publicRoute(endpoint, handler) {
      if (!endpoint.public) throw new Error(`${endpoint.path} is not public`);
      add(endpoint, (call, { ip, headers }) => handler({ ...call, address: ip, device: headers["user-agent"] }));
    },
    async answer({ path, access }, caller, query) {
      const read = readers.get(path);
      if (read === undefined) throw new Error(`${path} has no route yet`);
      if (!mayAnywhere(caller, access)) throw problems.forbidden();
      return read(caller, query);
    },
  };
}

/**
 * A write refuses every parameter that it does not know. A read refuses misspelt ones alone, because caches and programs
 * add parameters of their own.
 */
function validQuery<Query extends z.ZodType>({ method, query }: Endpoint<Query>, sent: unknown): z.output<Query> {
  const given = Object.keys(sent ?? {});
  if (isNone(query)) {
    if (method !== "GET" && given.length > 0)
      throw problems.validation(given.map((field) => ({ field, id: "unknown-field" })));
    return validate(query, undefined);
  }
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const known = method === "GET" ? given.filter((name) => nearestName(name, names) === undefined) : [];
  return validate(query, sent, known);
}

/** Sends an answer, or a 304 to a caller that has it (RFC 9110, 13.1.2). */
function sendSerialized({ headers }: FastifyRequest, reply: FastifyReply, { body, etag }: SerializedAnswer) {
  reply.header("etag", etag);
  const isUnchanged = headers["if-none-match"]?.split(",").some((tag) => tag.trim() === etag);
  return isUnchanged ? reply.code(304).send() : reply.type("application/json; charset=utf-8").send(body);
}

/** Sends a file that a person uploaded: a browser runs nothing in it. */
async function sendFile(reply: FastifyReply, file: File): Promise<FastifyReply> {
  return reply
    .type(file.type)
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("content-disposition", `inline; filename="${encodeURIComponent(file.name)}"`)
    .send(Buffer.from(await file.arrayBuffer()));
}

/** @throws HttpProblem 400 for a key that is too short, or longer than is stored */
function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers[IDEMPOTENCY_KEY];
  if (key === undefined) return undefined;
  const isKey = typeof key === "string" && /^[\x21-\x7e]{8,64}$/.test(key);
  if (!isKey) throw problems.badRequest(documentationText.idempotencyKeyLength);
  return key;
}

function bearerToken({ headers }: FastifyRequest): string {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (token === undefined) throw problems.tokenNotFound();
  return token;
}

const IDEMPOTENCY_KEY = "idempotency-key" satisfies RequestHeader;
const IdempotencyHeader = z.object({
  [IDEMPOTENCY_KEY]: z.string().min(8).max(64).optional().describe(documentationText.idempotencyKey),
});

const isNone = (schema: z.ZodType) => schema instanceof z.ZodUndefined;

function documentation(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    description: rightOf(endpoint),
    tags: [endpoint.path.split("/")[1] ?? ""],
    ...(isNone(endpoint.query) ? {} : { querystring: endpoint.query }),
    ...(isNone(endpoint.body) ? {} : { body: endpoint.body }),
    ...(endpoint.idempotent ? { headers: IdempotencyHeader } : {}),
    response: { 200: endpoint.reply },
    security: endpoint.public ? [] : [{ token: [] }],
  };
}

function rightOf({ public: isPublic, otherToken, access }: Endpoint): string {
  if (otherToken) return documentationText.otherToken;
  if (isPublic) return documentationText.public;
  return access === null ? documentationText.token : documentationText.right(access.screen, access.action);
}
