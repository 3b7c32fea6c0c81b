// The contenders on Node, each the shortest program for the task. Arguments: name, the API's URL, its authority, and
// how many responses `map` has. Prints its port.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import httpProxy from "@fastify/http-proxy";
import Fastify, { LogController } from "fastify";
import { LRUCache } from "lru-cache";
import { Pool } from "undici";
import { ENCODINGS, type Encoding, encoded, pathOf, SIZES, sample } from "./samples.ts";

const [name = "", api = "", caFile = "", responses = "0"] = process.argv.slice(2);
const ca = readFileSync(caFile, "utf8");
const connect = { ca };
const PREFIX = "/api";

const peers: Record<string, () => Promise<number>> = { ready, map, lru, duties, proxy, stream };

/** `node:http` with prepared bytes: the cost of the runtime alone. */
function ready(): Promise<number> {
  const bodies = new Map<string, Record<Encoding, Buffer>>();
  for (const size of SIZES) {
    const entries = ENCODINGS.map((encoding) => [encoding, encoded(size, encoding)] as const);
    bodies.set(PREFIX + pathOf(size), Object.fromEntries(entries) as Record<Encoding, Buffer>);
  }
  return listen(({ url = "", headers }, response) => {
    if (headers["if-none-match"] !== undefined) {
      response.writeHead(304, { etag: headers["if-none-match"] }).end();
      return;
    }
    const path = url.split("?", 1)[0] ?? "";
    const encoding = (headers["accept-encoding"] ?? "identity") as Encoding;
    const body = bodies.get(path)?.[encoding];
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    const head: Record<string, string | number> = { "content-type": "application/json", "content-length": body.length };
    if (encoding !== "identity") head["content-encoding"] = encoding;
    response.writeHead(200, head).end(body);
  });
}

/** `node:http` with a `Map` of that many responses of 1 KB, each with memory of its own: a lookup and nothing else. */
function map(): Promise<number> {
  const truth = sample(1);
  const bodies = new Map<string, Buffer>();
  const bodyOf = (key: string) => {
    let body = bodies.get(key);
    if (!body) {
      if (bodies.size >= Number(responses)) throw new Error(`more than ${responses} responses`);
      body = Buffer.from(new Uint8Array(truth));
      bodies.set(key, body);
    }
    return body;
  };
  return listen(({ url = "", headers }, response) => {
    const body = bodyOf(`${headers.authorization} ${url}`);
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
}

/** `fastify` with an `lru-cache` of responses, by token and URL. */
async function lru(): Promise<number> {
  const pool = new Pool(api, { connect });
  const cache = new LRUCache<string, { type: string; body: Buffer }>({
    maxSize: 67_108_864,
    sizeCalculation: ({ body }) => body.length,
    ttl: 60_000,
  });
  const app = Fastify();
  app.get(`${PREFIX}/*`, async (request, reply) => {
    const key = `${request.headers.authorization} ${request.url}`;
    let kept = cache.get(key);
    if (!kept) {
      const path = request.url.slice(PREFIX.length);
      const { headers, body } = await pool.request({ method: "GET", path });
      kept = { type: String(headers["content-type"]), body: Buffer.from(await body.arrayBuffer()) };
      cache.set(key, kept);
    }
    return reply.type(kept.type).send(kept.body);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/**
 * The duties of each miss by the contract, done by libraries as their documentation shows it: request id, line of the
 * log, validator, and a stored response. It limits, checks, counts, joins and cancels nothing.
 */
async function duties(): Promise<number> {
  const pool = new Pool(api, { connections: 256, connect });
  const cache = new LRUCache<string, Kept>({
    maxSize: 67_108_864,
    sizeCalculation: ({ body }) => body.length,
    ttl: 60_000,
  });
  const app = Fastify({
    // The lines are made and dropped: a process writes many of them at once.
    logger: { stream: { write: () => {} } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log.info({ method: request.method, status: reply.statusCode, ms: reply.elapsedTime }, "answered");
  });
  app.get(`${PREFIX}/*`, async (request, reply) => {
    const { authorization = "" } = request.headers;
    const key = `${authorization} ${request.url}`;
    let kept = cache.get(key);
    if (!kept) {
      const path = request.url.slice(PREFIX.length);
      const { statusCode, headers, body } = await pool.request({ method: "GET", path, headers: { authorization } });
      const bytes = Buffer.from(await body.arrayBuffer());
      const etag = `"${createHash("sha1").update(bytes).digest("base64url")}"`;
      kept = { status: statusCode, type: String(headers["content-type"]), etag, body: bytes };
      cache.set(key, kept);
    }
    const { status, type, etag, body } = kept;
    return reply.code(status).headers({ "content-type": type, etag, "x-request-id": request.id }).send(body);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

interface Kept {
  status: number;
  type: string;
  etag: string;
  body: Buffer;
}

/** `@fastify/http-proxy` as its documentation shows it. */
async function proxy(): Promise<number> {
  const app = Fastify();
  await app.register(httpProxy, {
    upstream: api,
    prefix: PREFIX,
    undici: { connections: 256, connect: { ca, rejectUnauthorized: true } },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** `node:http` in front of undici's fastest API. */
function stream(): Promise<number> {
  const pool = new Pool(api, { connections: 256, connect });
  return listen(({ url = "", headers: { host: _host, connection: _connection, ...headers } }, response) => {
    pool
      .stream({ method: "GET", path: url.slice(PREFIX.length), headers }, ({ statusCode, headers: answered }) => {
        delete answered.connection;
        delete answered["keep-alive"];
        return response.writeHead(statusCode, answered);
      })
      .catch(() => response.destroy());
  });
}

function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

console.log(await peers[name]?.());
