import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLong } from "../../../scripts/testing/long.ts";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
const ana = token();
beforeAll(async () => {
  api = await ScriptedApi.start();
  bff = await Bff.start(api, { upstreamTimeoutMs: 5_000 });
});
afterAll(async () => {
  await bff.stop();
  await api.stop();
});

const BODY = '[{"_id":"1","mm":12.5},{"_id":"2","mm":"7,25"}]';
const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const sized = (body: Buffer, headers = "") =>
  Buffer.concat([Buffer.from(`${HEAD}${headers}content-length: ${body.length}\r\n\r\n`), body]);
const chunked = (body: Buffer, { headers = "", trailers = "" } = {}) => {
  const at = Math.floor(body.length / 2);
  const chunks = [body.subarray(0, at), body.subarray(at)].flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from("\r\n"),
  ]);
  const head = Buffer.from(`${HEAD}${headers}transfer-encoding: chunked\r\n\r\n`);
  return Buffer.concat([head, ...chunks, Buffer.from(`0\r\n${trailers}\r\n`)]);
};
const plain = Buffer.from(BODY);
const GZIP = "content-encoding: gzip\r\n";
const BROTLI = "content-encoding: br\r\n";
const CLOSE = "connection: close\r\n";

const WHOLE: readonly [string, Buffer][] = [
  ["a length", sized(plain)],
  ["a length, and Connection: close", sized(plain, CLOSE)],
  ["chunks", chunked(plain)],
  ["chunks and trailers", chunked(plain, { headers: `trailer: x-sum\r\n${CLOSE}`, trailers: "x-sum: 12\r\n" })],
  ["gzip with a length", sized(gzipSync(BODY), GZIP)],
  ["gzip in chunks", chunked(gzipSync(BODY), { headers: GZIP + CLOSE })],
  ["br in chunks", chunked(brotliCompressSync(BODY), { headers: BROTLI })],
  ["103 before a length", Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"), sized(plain)])],
  ["100 before chunks", Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), chunked(plain)])],
];
/** Each cut is a connection. */
const STEP = isLong ? 1 : 11;

test.each(WHOLE)("%s: cut anywhere it is a 502 and not stored, whole it is a 200", async (name, whole) => {
  const path = `/Cut/Get?of=${encodeURIComponent(name)}`;
  const cuts = Array.from({ length: Math.ceil(whole.length / STEP) }, (_, n) => whole.length - 1 - n * STEP);
  for (const at of cuts) {
    api.on(`GET ${path}&at=${at}`, (_request, { socket }) => void socket?.end(whole.subarray(0, at)));
    api.on(`GET ${path}&until=${at}`, (_request, { socket }) => {
      socket?.write(whole.subarray(0, at), () => setTimeout(() => socket.destroy(), 5));
    });
  }
  const paths = cuts.flatMap((at) => [`${path}&at=${at}`, `${path}&until=${at}`]);
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(paths.map((each) => bff.ask(`/api${each}`, { token: ana })));
    const wrong = answers.flatMap(({ status, text }, index) => (status === 502 ? [] : [[paths[index], status, text]]));
    expect(wrong).toEqual([]);
  }
  api.on(`GET ${path}`, (_request, { socket }) => void socket?.end(whole));
  expect((await bff.ask(`/api${path}`, { token: ana })).text).toBe(BODY);
});

test("JSON that ends with its connection is whole only where it can be read", async () => {
  const send = (body: string) => api.on("GET /Cut/Get", (_request, { socket }) => void socket?.end(body));
  for (let at = 1; at < BODY.length; at++) {
    send(`${HEAD}\r\n${BODY.slice(0, at)}`);
    const { status } = await bff.ask("/api/Cut/Get", { token: ana });
    expect(status, BODY.slice(0, at)).toBe(502);
  }
  for (const body of [BODY, `\uFEFF${BODY}`, ""]) {
    send(`${HEAD}\r\n${body}`);
    const answer = await bff.ask("/api/Cut/Get", { token: ana, headers: { "cache-control": "no-cache" } });
    expect([answer.status, answer.text]).toEqual([200, body]);
  }
  // Only JSON shows where it ends: other answers and errors are forwarded as they are.
  send(`HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n\r\na;b`);
  expect((await bff.ask("/api/Cut/Get", { token: ana })).text).toBe("a;b");
  send(`HTTP/1.1 500 Error\r\ncontent-type: application/json\r\n\r\n{"a`);
  expect((await bff.ask("/api/Cut/Get?n=2", { token: ana })).status).toBe(500);
});
