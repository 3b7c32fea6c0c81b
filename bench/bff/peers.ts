// The contenders on Node, each the shortest program for the task. Arguments: name, the API's URL, its authority. Prints
// its port.

import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import httpProxy from "@fastify/http-proxy";
import Fastify from "fastify";
import { LRUCache } from "lru-cache";
import { Pool } from "undici";
import { ENCODINGS, type Encoding, encoded, pathOf, SIZES } from "./samples.ts";

const [name = "", api = "", caFile = ""] = process.argv.slice(2);
const ca = readFileSync(caFile, "utf8");
const connect = { ca };
const PREFIX = "/api";

const peers: Record<string, () => Promise<number>> = { ready, lru, proxy, stream };

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
