import { once } from "node:events";
import { connect } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
const ana = token();
const KEPT = { ttlMs: 1_000, maxBytes: 1e7, staleIfErrorMs: 60_000, staleIfGatewayError: true };
let now: number;

async function start(cache = KEPT): Promise<void> {
  now = Date.now();
  bff = await Bff.start(api, { cache }, { clock: () => now });
}
beforeEach(async () => {
  api = await ScriptedApi.start();
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

async function raw(text: string): Promise<string> {
  const socket = connect(bff.port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  await once(socket, "close");
  return answer;
}

test.each([5_000, 2_000_000])("an API that always compresses is decoded, and stored (%i bytes)", async (length) => {
  await start();
  const body = JSON.stringify("x".repeat(length));
  api.on("*", (_request, response) => {
    const bytes = gzipSync(body, { level: 0 });
    response.writeHead(200, {
      "content-type": "application/json",
      "content-encoding": "gzip",
      "content-length": bytes.length,
      etag: '"1"',
    });
    response.end(bytes);
  });
  const plain = await bff.ask("/api/X/Get", { token: ana });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.text).toBe(body);
  const zipped = await bff.ask("/api/X/Get", { token: ana, headers: { "accept-encoding": "gzip" } });
  expect(gunzipSync(zipped.bytes).toString()).toBe(body);
  if (length < 1_048_576) expect((await bff.ask("/api/X/Get", { token: ana })).headers["cache-status"]).toMatch(/hit/);
});

test("a body that is not what its encoding says is 502", async () => {
  await start();
  api.on("*", (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip"));
  expect((await bff.ask("/api/X/Get", { token: ana })).status).toBe(502);
});

test.each([502, 503, 504])("a gateway's %i is answered by the kept answer, where that is set", async (status) => {
  for (const staleIfGatewayError of [true, false]) {
    await start({ ...KEPT, staleIfGatewayError });
    api.json("*", "kept");
    await bff.ask("/api/X/Get", { token: ana });
    now += 2_000;
    api.json("*", "down", status);
    const answer = await bff.ask("/api/X/Get", { token: ana });
    expect(answer.json).toBe(staleIfGatewayError ? "kept" : "down");
    if (staleIfGatewayError) {
      expect(answer.headers).toMatchObject({ age: "2", "cache-status": "bff; hit; fwd=stale; detail=upstream-error" });
      const strict = { "cache-control": "stale-if-error=0" };
      expect((await bff.ask("/api/X/Get", { token: ana, headers: strict })).status).toBe(status);
      await bff.stop();
    }
  }
});

test("a hit tells its age, with the time that it had at the API", async () => {
  await start({ ...KEPT, ttlMs: 60_000 });
  api.on("*", (_request, response) => sendJson(response, 1, 200, { age: "7" }));
  const age = async () => (await bff.ask("/api/X/Get", { token: ana })).headers.age;
  expect(await age()).toBe("7");
  now += 5_000;
  for (let n = 0; n < 3; n++) expect(await age()).toBe("12");
  now += 2_000;
  expect(await age()).toBe("14");
});

test("a 204 has no length, and an unknown transfer coding is 502", async () => {
  await start();
  api.on(
    "POST /X/Insert",
    (_request, { socket }) => void socket?.write("HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n"),
  );
  const answer = await bff.post("/api/X/Insert", {}, { token: ana });
  expect([answer.status, answer.headers["content-length"]]).toEqual([204, undefined]);
  api.on(
    "GET /X/Get",
    (_request, { socket }) =>
      void socket?.end("HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"),
  );
  expect((await bff.ask("/api/X/Get", { token: ana })).status).toBe(502);
});

test("a 205 has no content, whatever the API sends", async () => {
  await start();
  api.on("*", (_request, { socket }) => void socket?.write("HTTP/1.1 205 Reset\r\ncontent-length: 5\r\n\r\nhello"));
  const answer = await bff.post("/api/X/Insert", {}, { token: ana });
  expect([answer.status, answer.text]).toEqual([205, ""]);
});

test.each([
  ["before the answer", ["HTTP/1.1 100 Continue\r\n\r\n", "ANSWER"]],
  ["in one packet with it", ["HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nANSWER"]],
  ["in two packets", ["HTTP/1.1 100 Continue\r\n", "\r\nANSWER"]],
  ["cut anywhere", ["H", "TTP/1.1 1", "00 Continue\r", "\n\r\nHT", "TP/1.1 103 Early Hints\r\n\r\n", "ANSWER"]],
  [
    "after early hints",
    ["HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nANSWER"],
  ],
  ["that is an answer in two packets", ["HTTP/1.1", " 100 Continue\r\n\r\nANSWER"]],
])("an unasked 100 Continue %s is dropped, and only there", async (_name, parts) => {
  await start();
  // In a body it is text like any other.
  const body = "HTTP/1.1 100 Continue\r\n\r\nis text";
  api.on("*", async (_request, { socket }) => {
    for (const part of parts) {
      socket?.write(part.replace("ANSWER", `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    socket?.write(body);
  });
  const answer = await bff.post("/api/X/Insert", {}, { token: ana });
  expect([answer.status, answer.text]).toEqual([200, body]);
});

test.each([
  ["two Hosts", "Host: a\r\nHost: b\r\n", 400],
  ["no Host", "", 400],
  ["an unknown expectation", "Host: a\r\nExpect: cake\r\n", 200],
])("%s: the answer has a request id", async (_name, head, status) => {
  await start();
  api.json("*", 1);
  const answer = await raw(
    `GET /api/X/Get HTTP/1.1\r\n${head}Authorization: Bearer ${ana}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/x-request-id: \S+/i);
});

test("addresses of the API's other scheme and port become paths of the BFF", async () => {
  await start();
  api.on("*", (_request, response) => {
    response.writeHead(302, {
      location: "http://127.0.0.1:444/Client/GetAll?x=1",
      "content-location": `${api.url}/Client/GetByID`,
      link: `<http://127.0.0.1/Client/GetPage?after=2>; rel="next", <https://other.test/x>; rel="help"`,
    });
    response.end();
  });
  const { headers } = await bff.ask("/api/X/Get", { token: ana });
  expect(headers).toMatchObject({
    location: "/api/Client/GetAll?x=1",
    "content-location": "/api/Client/GetByID",
    link: `</api/Client/GetPage?after=2>; rel="next", <https://other.test/x>; rel="help"`,
  });
});
