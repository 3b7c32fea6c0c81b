/**
 * The load of strangers on the BFF at the given port, in a process of its own so that it delays no measurement. It ends with
 * the channel to its parent, which gets the counts of answers each second.
 */
import { connect, type Socket } from "node:net";
import { Agent, request } from "undici";
import { token } from "../token.ts";

const BODY_BYTES = 1_048_576;
/** Sockets of each kind that stay open. */
const UNFINISHED_BODIES = 400;
const UNFINISHED_HEADERS = 200;
/** Of one user, by as many renewals. */
const TOKENS = 9;
const READERS_PER_TOKEN = 32;
/** Calls each second. */
const FORGED = 50;
const OF_USER = 50;
const TICK_MS = 20;
/** A refused client comes back after this time: the load is of memory and connections, not of the line. */
const RETURN_MS = 5_000;
/** Between two new connections of a kind: the BFF accepts one in each turn of its event loop. */
const ARRIVAL_MS = 15;
/** Life of a connection that the server tolerates. */
const LIFE_MS = 20_000;
const CONNECTIONS = 16;

const [, , port] = process.argv;
const counts: Record<string, number> = {};
let serial = 0;

const count = (name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};
const head = (method: string, path: string, bearer: string, more = "") =>
  `${method} ${path} HTTP/1.1\r\nHost: lamina\r\nAuthorization: Bearer ${bearer}\r\n${more}\r\n`;
const tokensOf = (name: string) => Array.from({ length: TOKENS }, () => token({ name }));
const forged = () => token({ name: `stranger-${++serial % 1000}`, jti: `forged-${serial}` });

/** One connection that says this, and whose first answer is counted. */
function say(kind: string, localAddress: string, parts: readonly (string | Buffer)[], reads = true): Socket {
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress });
  socket.on("error", () => count(`${kind} reset`));
  socket.once("connect", () => {
    for (const part of parts) socket.write(part);
  });
  if (reads) socket.once("data", (data) => count(`${kind} ${/^HTTP\/1.1 (\d+)/.exec(String(data))?.[1] ?? "?"}`));
  return socket;
}

/** Keeps a number of connections open: each that ends is replaced. */
function keep(number: number, open: (index: number) => Socket): void {
  const begin = (index: number) => {
    const socket = open(index);
    const end = setTimeout(() => socket.destroy(), LIFE_MS + (index % 100) * 100);
    socket.once("close", () => {
      clearTimeout(end);
      setTimeout(begin, RETURN_MS, index);
    });
  };
  for (let index = 0; index < number; index++) setTimeout(begin, index * ARRIVAL_MS, index);
}

/** Makes GETs at a rate. */
function call(perSecond: number, kind: string, localAddress: string, bearer: () => string): void {
  const dispatcher = new Agent({ connections: CONNECTIONS, localAddress });
  let due = 0;
  setInterval(() => {
    for (due += (perSecond * TICK_MS) / 1000; due >= 1; due--)
      request(`http://127.0.0.1:${port}/api/Menu/GetAll?n=${++serial}`, {
        dispatcher,
        headers: { authorization: `Bearer ${bearer()}` },
      }).then(
        async ({ statusCode, body }) => {
          count(`${kind} ${statusCode}`);
          await body.dump();
        },
        (error: Error) => count(`${kind} ${error.message}`),
      );
  }, TICK_MS);
}

const address = (index: number) => `127.0.0.${10 + (index % 20)}`;
const body = Buffer.alloc(BODY_BYTES - 1, "x");
keep(UNFINISHED_BODIES, (index) =>
  say("body", address(index), [head("POST", "/api/Photo/Insert", forged(), `Content-Length: ${BODY_BYTES}\r\n`), body]),
);
keep(UNFINISHED_HEADERS, (index) =>
  say("header", address(index), ["GET /api/X/Get HTTP/1.1\r\nHost: lamina\r\nX-A: "]),
);
const readers = tokensOf("mallory");
keep(TOKENS * READERS_PER_TOKEN, (index) =>
  say("reader", "127.0.0.5", [head("GET", `/api/Big/Get?n=${++serial}`, readers[index % TOKENS] ?? "")], false),
);
call(FORGED, "forged", "127.0.0.6", forged);
const callers = tokensOf("oscar");
call(OF_USER, "user", "127.0.0.7", () => callers[serial % TOKENS] ?? "");
setInterval(() => process.send?.(counts), 1000);
process.on("disconnect", () => process.exit());
