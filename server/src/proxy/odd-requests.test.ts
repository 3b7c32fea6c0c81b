import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
const ana = token();
beforeAll(async () => {
  api = await ScriptedApi.start();
  bff = await Bff.start(api);
});
beforeEach(() => {
  api.calls.length = 0;
  api.on("*", ({ method, url, body }, response) => sendJson(response, { method, url, body }));
});
afterAll(async () => {
  await bff.stop();
  await api.stop();
});

const auth = `Host: x\r\nAuthorization: Bearer ${ana}\r\n`;
/** Sends texts, with pauses of milliseconds, and reads until the server closes. */
async function raw(...parts: (string | number)[]): Promise<string> {
  const socket = connect(bff.port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, "close");
  for (const part of parts) {
    if (typeof part === "string") socket.write(part);
    else await new Promise((resolve) => setTimeout(resolve, part));
  }
  await closed;
  return answer;
}
const CLOSE = "Connection: close\r\n\r\n";

test("the absolute form of an address of this server is the address (RFC 9112, 3.2.2)", async () => {
  const answer = await raw(`GET http://x/api/Client/GetAll?a=1 HTTP/1.1\r\n${auth}${CLOSE}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  for (const target of ["http://x/api/../Client", "http://x.test/api/Client/GetAll", "http://x", "ftp://x/api/A"])
    expect(await raw(`GET ${target} HTTP/1.1\r\n${auth}${CLOSE}`)).not.toMatch(/"method"/);
  expect(api.calls.map(({ url }) => url)).toEqual(["/Client/GetAll?a=1"]);
});

test("an unknown transfer coding of a body is refused: 501", async () => {
  const body = "2\r\n{}\r\n0\r\n\r\n";
  for (const coding of ["gzip, chunked", "x-a, chunked"]) {
    const answer = await raw(`POST /api/A/Insert HTTP/1.1\r\n${auth}Transfer-Encoding: ${coding}\r\n${CLOSE}${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 501 /);
  }
  expect(api.calls).toEqual([]);
  const plain = await raw(`POST /api/A/Insert HTTP/1.1\r\n${auth}Transfer-Encoding: Chunked\r\n${CLOSE}${body}`);
  expect(plain).toContain('"body":"{}"');
});

test.each(["Content-Length: 2\r\nContent-Length: 2", "Content-Length: 2, 2", "Content-Length: 2\r\nContent-Length: 3"])(
  "%s of a request is refused: 400",
  async (lengths) => {
    expect(await raw(`POST /api/A/Insert HTTP/1.1\r\n${auth}${lengths}\r\n${CLOSE}{}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(api.calls).toEqual([]);
  },
);

test("a length beside chunks is refused: 400", async () => {
  const both = "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n";
  expect(await raw(`POST /api/A/Insert HTTP/1.1\r\n${auth}${both}${CLOSE}2\r\n{}\r\n0\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  expect(api.calls).toEqual([]);
});

test("of two types of a body the API gets the first, and of trailer fields none", async () => {
  const head =
    "Content-Type: application/json\r\nContent-Type: text/plain\r\nTrailer: x-sum\r\nTransfer-Encoding: chunked\r\n";
  const body = `2\r\n{}\r\n0\r\nx-sum: 1\r\nauthorization: Bearer a.b.c\r\n\r\n`;
  expect(await raw(`POST /api/A/Insert HTTP/1.1\r\n${auth}${head}${CLOSE}${body}`)).toContain('"body":"{}"');
  expect(api.calls[0]?.headers).toMatchObject({ "content-type": "application/json", authorization: `Bearer ${ana}` });
  expect(api.calls[0]?.headers).not.toHaveProperty("x-sum");
});

test("only-if-cached is answered from the store, or 504 without a call (RFC 9111, 5.2.1.7)", async () => {
  const get = (more: string) => raw(`GET /api/A/Get?stored HTTP/1.1\r\n${auth}${more}${CLOSE}`);
  const stored = "Cache-Control: only-if-cached\r\n";
  const answer = await get(stored);
  expect(answer).toMatch(/^HTTP\/1\.1 504 /);
  expect(answer).toMatch(/cache-status: bff; detail=only-if-cached\r\n.*"id":"not-stored"/s);
  expect(await get(`${stored}Range: bytes=0-1\r\n`)).toMatch(/^HTTP\/1\.1 504 /);
  expect(api.calls).toEqual([]);
  await get("");
  expect(await get(stored)).toMatch(/^HTTP\/1\.1 200 .*cache-status: bff; hit/s);
  expect(api.calls).toHaveLength(1);
});

test("a part of an answer that was not asked of the API is a 502, and one that was is passed on", async () => {
  api.on("*", (_request, response) => sendJson(response, [], 206, { "content-range": "bytes 0-1/9" }));
  const get = (more: string) => raw(`GET /api/A/Get?part HTTP/1.1\r\n${auth}${more}${CLOSE}`);
  expect(await get("")).toMatch(/^HTTP\/1\.1 502 /);
  expect(await get("Range: bytes=0-1\r\n")).toMatch(/^HTTP\/1\.1 206 /);
});

test("a client that leaves while its body is under way reaches no API", async () => {
  const socket = connect(bff.port, "127.0.0.1");
  socket.write(`POST /api/A/Insert HTTP/1.1\r\n${auth}Expect: 100-continue\r\nContent-Length: 200\r\n\r\n{`);
  // The answer shows that the body is being read.
  await once(socket, "data");
  socket.destroy();
  expect(await raw(`GET /api/A/Get?after HTTP/1.1\r\n${auth}${CLOSE}`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(api.calls.map(({ method }) => method)).toEqual(["GET"]);
});

test("a client that waits for 100 Continue gets it, and its body arrives", async () => {
  const head = `POST /api/A/Insert HTTP/1.1\r\n${auth}Expect: 100-continue\r\nContent-Length: 2\r\n${CLOSE}`;
  expect(await raw(head, 50, "{}")).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n.*"body":"{}"/s);
});

test("HTTP/1.0 is answered, kept open only where that is asked, and shares the cache", async () => {
  const head = (more = "") => `GET /api/A/Get?old HTTP/1.0\r\n${more}Authorization: Bearer ${ana}\r\n\r\n`;
  const answer = await raw(head("Connection: keep-alive\r\n"), 50, head());
  expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(answer).not.toMatch(/transfer-encoding/i);
  expect(api.calls).toHaveLength(1);
});

test.each(["TRACE", "CONNECT", "PROPFIND", "QUERY"])("%s reaches no API, and shows no token", async (method) => {
  expect(await raw(`${method} /api/A/Get HTTP/1.1\r\n${auth}${CLOSE}`)).not.toContain(ana);
  expect(api.calls).toEqual([]);
});

test("a 304 that was not asked of the API is a 502, because the client would use its old copy", async () => {
  api.on("*", (_request, response) => response.writeHead(304, { etag: '"a"' }).end());
  for (const more of ['If-None-Match: "a"\r\n', "", "Range: bytes=0-1\r\n"])
    expect(await raw(`GET /api/A/Get?${more.length} HTTP/1.1\r\n${auth}${more}${CLOSE}`)).toMatch(/^HTTP\/1\.1 502 /);
});

test.each([
  [429, "120"],
  [503, "120"],
  [503, "Wed, 21 Oct 2026 07:28:00 GMT"],
])("a %i with Retry-After: %s is passed on with it", async (status, value) => {
  api.on("*", (_request, response) => sendJson(response, {}, status, { "retry-after": value }));
  for (const call of ["GET /api/A/Get?busy", "POST /api/A/Insert"]) {
    const answer = await raw(`${call} HTTP/1.1\r\n${auth}${CLOSE}`);
    expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(answer).toContain(`retry-after: ${value}\r\n`);
  }
});

test("hundreds of idle connections delay no request", async () => {
  const idle = Array.from({ length: 400 }, () => connect(bff.port, "127.0.0.1"));
  await Promise.all(idle.map((socket) => once(socket, "connect")));
  expect(await raw(`GET /api/A/Get?idle HTTP/1.1\r\n${auth}${CLOSE}`)).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of idle) socket.destroy();
});
