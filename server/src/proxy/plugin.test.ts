import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeCertificate } from "../../../scripts/testing/certificate.ts";
import type { Config } from "../config.ts";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
const ana = token();

beforeEach(async () => {
  api = await ScriptedApi.start();
  bff = await Bff.start(api);
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

async function restart(changes: Partial<Config>): Promise<void> {
  await bff.stop();
  bff = await Bff.start(api, changes);
}

async function raw(text: string): Promise<string> {
  const socket = connect(bff.port, "127.0.0.1");
  socket.end(text);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  await once(socket, "close");
  return answer;
}

describe("sends to the API", () => {
  test("path and query, exactly as sent, below the prefix", async () => {
    api.json("*", "ok");
    const sent = "/Client/GetAll?ID=%C3%A7%20a+b&ID=2&x=1?y=2&empty=&q=%2F%26";
    expect((await bff.ask(`/api${sent}`, { token: ana })).status).toBe(200);
    expect(api.calls[0]?.url).toBe(sent);
  });

  test("a device's message with its key, which no log line contains", async () => {
    api.json("*", { accepted: 1 });
    const authorization = `Basic ${Buffer.from("EST-1:segredo-da-estacao").toString("base64")}`;
    expect((await bff.ask("/api/in", { method: "POST", headers: { authorization } })).status).toBe(200);
    expect(api.calls[0]?.headers.authorization).toBe(authorization);
    expect((await bff.ask("/api/in/chave-na-url/data", { method: "POST" })).status).toBe(200);
    expect(api.calls[1]?.url).toBe("/in/chave-na-url/data");
    expect((await bff.ask("/api/inside", { method: "POST" })).status).toBe(401);
  });

  test("a reading with a key, whose answers are not cached", async () => {
    api.json("*", []);
    const authorization = `Basic ${Buffer.from("excel:chave-de-leitura").toString("base64")}`;
    for (const set of ["rains", "rains"]) {
      const answer = await bff.ask(`/api/read/${set}`, { headers: { authorization } });
      expect([answer.status, String(answer.headers["cache-status"])]).toEqual([200, expect.stringContaining("bypass")]);
    }
    expect(api.calls.map(({ headers }) => headers.authorization)).toEqual([authorization, authorization]);
    expect((await bff.ask("/api/reading", { headers: { authorization } })).status).toBe(401);
  });

  test("a URL of any length", async () => {
    api.json("*", "ok");
    const long = `/Client/${"x".repeat(3_000)}`;
    expect((await bff.ask(`/api${long}`, { token: ana })).status).toBe(200);
    expect(api.calls[0]?.url).toBe(long);
  });

  test("the base path of the API", async () => {
    await restart({ upstream: { url: `${api.url}/v1/`, ca: api.ca } });
    api.json("GET /v1/Client/GetAll", []);
    expect((await bff.ask("/api/Client/GetAll", { token: ana })).status).toBe(200);
  });

  // As browsers send it when a caller sets the content type of every write; a server that ends empty bodies early hangs
  // here.
  test("a DELETE with the type of a body that it does not have", async () => {
    api.json("DELETE /Client/Delete", { deletedCount: 1 });
    const headers = { "content-type": "application/json" };
    const answer = await bff.ask("/api/Client/Delete?ID=1", { method: "DELETE", token: ana, headers });
    expect([answer.status, api.calls.length]).toEqual([200, 1]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("a %s with its body, unchanged", async (method) => {
    api.json("*", { matchedCount: 1 });
    const body = '{"_id":"1",  "name":"Pivô ç","_id":"2"}';
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await bff.ask("/api/Client/Update", { method, token: ana, body, headers })).status).toBe(200);
    expect(api.calls[0]).toMatchObject({
      method,
      body,
      headers: { "content-type": "application/json; charset=utf-8" },
    });
  });

  test("a body of unknown type, and an empty one", async () => {
    api.json("*", "ok");
    await bff.ask("/api/File/Insert", { method: "POST", token: ana, body: Buffer.from([0, 255, 10]) });
    await bff.ask("/api/Authentication/RenewToken", { method: "POST", token: ana });
    await bff.ask("/api/Client/Delete?ID=1", { method: "DELETE", token: ana });
    expect(api.calls.map(({ body }) => body.length)).toEqual([Buffer.from("\0\ufffd\n").toString().length, 0, 0]);
    expect(api.calls[1]?.headers["content-length"]).toBe("0");
  });

  test("calls that the contract does not list, with a token", async () => {
    api.json("GET /Something/Else", { new: true });
    expect((await bff.ask("/api/Something/Else", { token: ana })).json).toEqual({ new: true });
  });

  test("its own forwarding headers instead of the client's", async () => {
    api.json("*", "ok");
    const headers = {
      "x-forwarded-for": "6.6.6.6",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      "x-forwarded-user": "admin",
      forwarded: "for=6.6.6.6",
      "x-real-ip": "6.6.6.6",
      "x-original-url": "/User/Delete",
      "x-http-method-override": "DELETE",
      cookie: "session=1",
      te: "trailers",
      "keep-alive": "timeout=99",
      "proxy-authorization": "Basic x",
      expect: "100-continue",
    };
    await bff.ask("/api/Client/GetAll", { token: ana, headers });
    const seen = api.calls[0]?.headers ?? {};
    expect(seen).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": `127.0.0.1:${bff.port}`,
      "x-forwarded-proto": "http",
      host: `127.0.0.1:${api.port}`,
    });
    for (const name of Object.keys(headers).filter((header) => !/^x-forwarded-(for|host|proto)$/.test(header))) {
      expect(seen, name).not.toHaveProperty(name);
    }
  });

  test("behind a trusted proxy, the client's address", async () => {
    await restart({ trustProxy: ["127.0.0.1"] });
    api.json("*", "ok");
    await bff.ask("/api/Client/GetAll", { token: ana, headers: { "x-forwarded-for": "203.0.113.7" } });
    expect(api.calls[0]?.headers["x-forwarded-for"]).toBe("203.0.113.7, 127.0.0.1");
  });

  test("the token, even if Connection names its header", async () => {
    api.json("*", "ok");
    const headers = { connection: "authorization, x-trick, close", "x-trick": "1" };
    await bff.ask("/api/Client/GetAll", { token: ana, headers });
    expect(api.calls[0]?.headers.authorization).toBe(`Bearer ${ana}`);
    expect(api.calls[0]?.headers).not.toHaveProperty("x-trick");
  });

  test("a request id, which the response repeats", async () => {
    api.json("*", "ok");
    const reply = await bff.ask("/api/Client/GetAll", { token: ana, headers: { "x-request-id": "mine-1" } });
    expect(api.calls[0]?.headers["x-request-id"]).toBe("mine-1");
    expect(reply.headers["x-request-id"]).toBe("mine-1");
    const other = await bff.ask("/api/Menu/GetAll", { token: ana, headers: { "x-request-id": "bad id\u00e9" } });
    expect(other.headers["x-request-id"]).toBe(api.calls[1]?.headers["x-request-id"]);
    expect(other.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  });
});

describe("never sends to the API", () => {
  test.each([
    "/api/../Client/GetAll",
    "/api/..",
    "/api/%2e%2e/Client/GetAll",
    "/api/%2E%2E%2fClient",
    "/api/x/..%2f..%2fy",
    "/api/%252e%252e/x",
    "/api/./Client/GetAll",
    "/api/..;/x",
    "/api//evil.example/x",
    "/api/x//y",
    "/api/\\evil.example/x",
    "/api/%5c%5cevil.example",
    "/api/x%00",
    "/api/%0d%0aHost:evil",
    "/api/%zz",
    "/%61pi/Client/GetAll",
    "//api/Client/GetAll",
    "/api",
    "/API/Client/GetAll",
  ])("%s", async (path) => {
    api.json("*", "reached");
    const reply = await bff.ask(path, { token: ana });
    expect([400, 404]).toContain(reply.status);
    expect(reply.headers["content-type"]).toContain("application/problem+json");
    expect(reply.headers["x-request-id"]).toBeTruthy();
    if (path.startsWith("/api/")) expect(reply.headers["cache-status"]).toBe("bff; detail=not-forwarded");
    expect(api.calls).toEqual([]);
  });

  test("a target with another host", async () => {
    api.json("*", "reached");
    const answer = await raw(
      `GET http://evil.example/api/Client/GetAll HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(api.calls).toEqual([]);
  });

  test("invalid HTTP, answered with a problem and a request id", async () => {
    const answer = await raw("GARBAGE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-request-id: [\da-f-]{36}/);
    expect(answer).toContain('"title":"Bad request"');
  });

  test("headers over the size limit: 431", async () => {
    const answer = await raw(`GET /api/Client/GetAll HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  test("a body over BODY_LIMIT, with or without a length: 413", async () => {
    await restart({ bodyLimit: 100 });
    api.json("*", "reached");
    const body = "x".repeat(101);
    const announced = await bff.ask("/api/Client/Insert", { method: "POST", token: ana, body });
    const headers = { "transfer-encoding": "chunked" };
    const chunked = await bff.ask("/api/Client/Insert", { method: "POST", token: ana, body, headers });
    for (const reply of [announced, chunked]) {
      expect(reply.status).toBe(413);
      expect(reply.json).toMatchObject({ status: 413, id: "body-too-large" });
    }
    expect(api.calls).toEqual([]);
    expect((await bff.ask("/api/Client/Insert", { method: "POST", token: ana, body: "x".repeat(100) })).status).toBe(
      200,
    );
  });
});

describe("an API that fails", () => {
  test("503 is passed on after exactly one call, read or write", async () => {
    api.json("*", { busy: true }, 503, { "retry-after": "7" });
    const get = await bff.ask("/api/Client/GetAll", { token: ana });
    expect(get).toMatchObject({ status: 503, json: { busy: true } });
    expect(get.headers["retry-after"]).toBe("7");
    await bff.post("/api/Client/Update", {}, { token: ana });
    expect(api.calls.map(({ method }) => method)).toEqual(["GET", "POST"]);
  });

  test.each([400, 401, 403, 404, 409, 422, 500, 502, 504])("its own %i is passed on unchanged", async (status) => {
    api.on("*", (_request, response) => {
      response.writeHead(status, { "content-type": "text/plain; charset=latin1" }).end("não é nosso");
    });
    const reply = await bff.ask("/api/Client/GetAll", { token: ana });
    expect(reply).toMatchObject({ status, text: "não é nosso" });
    expect(reply.headers["content-type"]).toBe("text/plain; charset=latin1");
  });

  test("without a listener: 502 that names neither host nor port", async () => {
    const { port, certificate } = api;
    await api.stop();
    const reply = await bff.ask("/api/Client/GetAll", { token: ana });
    expect(reply).toMatchObject({ status: 502, json: { status: 502, id: "upstream-unreachable" } });
    expect(reply.headers["cache-status"]).toBe("bff; fwd=uri-miss; detail=upstream-error");
    expect(reply.text).not.toContain(String(port));
    expect(reply.text).not.toContain("127.0.0.1");
    api = await ScriptedApi.start(port, certificate);
    api.json("*", []);
    expect((await bff.ask("/api/Client/GetAll", { token: ana })).status).toBe(200);
  });

  test("says why in one line of the log, without a stack", async () => {
    await bff.stop();
    const lines: string[] = [];
    const logOutput = { write: (line: string) => void lines.push(line), flushSync() {} };
    bff = await Bff.start(api, { logLevel: "warn" }, { logOutput });
    await api.stop();
    const reply = await bff.ask("/api/Client/GetAll", { token: ana });
    expect(reply.status).toBe(502);
    const [line, ...more] = lines.map((text) => JSON.parse(text));
    expect(line).toMatchObject({ level: "warn", reason: expect.stringContaining("ECONNREFUSED") });
    expect(line).not.toHaveProperty("err");
    expect(more).toEqual([]);
  });

  test("with a connection reset before or within the response: 502", async () => {
    api.on("GET /before", (_request, response) => response.socket?.destroy());
    api.on("GET /within", (_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      setImmediate(() => response.socket?.destroy());
    });
    expect((await bff.ask("/api/before", { token: ana })).status).toBe(502);
    expect((await bff.ask("/api/within", { token: ana })).status).toBe(502);
    expect(api.calls).toHaveLength(2);
  });

  test("without a response, or with one that stalls: 504 at the deadline", async () => {
    await restart({ upstreamTimeoutMs: 1500 });
    api.on("GET /silent", () => {});
    api.on("GET /stalls", (_request, response) => response.writeHead(200).write("half"));
    api.on("POST /stalls", (_request, response) => response.writeHead(200).write("half"));
    api.on("GET /drips", async (_request, response) => {
      response.writeHead(200);
      while (!response.destroyed) {
        response.write("x");
        await delay(10);
      }
    });
    const replies = await Promise.all([
      bff.ask("/api/silent", { token: ana }),
      bff.ask("/api/stalls", { token: ana }),
      bff.ask("/api/drips", { token: ana }),
      bff.ask("/api/stalls", { token: ana, method: "POST" }),
    ]);
    for (const reply of replies) expect(reply).toMatchObject({ status: 504, json: { id: "upstream-timeout" } });
    expect(api.calls).toHaveLength(4);
    await Promise.all(api.calls.map(({ cancelled }) => cancelled));
  });

  test.each([888, 999])("with status %i: 502", async (status) => {
    api.on("*", (_request, response) => response.writeHead(status).end("weird"));
    expect((await bff.ask("/api/Client/GetAll", { token: ana })).status).toBe(502);
    expect((await bff.ask("/healthz")).status).toBe(200);
  });

  test("with invalid HTTP: 502", async () => {
    api.on("*", (_request, response) => response.socket?.end("NOT HTTP AT ALL\r\n\r\n"));
    expect((await bff.ask("/api/Client/GetAll", { token: ana })).status).toBe(502);
  });

  test("a large response that breaks off never looks complete, and does not end the process", async () => {
    api.on("*", (_request, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": "9000000" });
      response.write(Buffer.alloc(3_000_000), () => response.socket?.destroy());
    });
    await expect(bff.ask("/api/Report/Large", { token: ana })).rejects.toThrow();
    expect((await bff.ask("/healthz")).status).toBe(200);
  });
});

test("one caller gets only a share of the connections, so that others are answered", async () => {
  const release = Promise.withResolvers<void>();
  api.on("GET /Slow/Get", async (_request, response) => {
    await release.promise;
    response.end();
  });
  api.json("GET /Menu/GetAll", []);
  const greedy = Array.from({ length: 60 }, (_, n) => bff.ask(`/api/Slow/Get?n=${n}`, { token: ana }));
  await vi.waitFor(() => expect(api.calls.length).toBeGreaterThanOrEqual(32));
  expect((await bff.ask("/api/Menu/GetAll", { token: token({ name: "bruno" }) })).status).toBe(200);
  expect(api.calls.filter(({ url }) => url.startsWith("/Slow")).length).toBe(32);
  release.resolve();
  for (const { status } of await Promise.all(greedy)) expect(status).toBe(200);
});

describe("an impostor", () => {
  test("without a trusted certificate: 502, and it receives neither request nor token", async () => {
    const impostor = await ScriptedApi.start();
    impostor.json("*", "stolen");
    await restart({ upstream: { url: impostor.url, ca: api.ca } });
    expect((await bff.ask("/api/Client/GetAll", { token: ana })).status).toBe(502);
    expect((await bff.post("/api/Authentication/Login", { UserName: "ana", Password: "x" })).status).toBe(502);
    await restart({ upstream: { url: impostor.url, ca: undefined } });
    expect((await bff.ask("/api/Client/GetAll", { token: ana })).status).toBe(502);
    expect(impostor.connections).toBeGreaterThanOrEqual(3);
    expect(impostor.calls).toEqual([]);
    await impostor.stop();
  });

  test("with a certificate for another name: 502", async () => {
    const other = await ScriptedApi.start(0, await makeCertificate(["api.example.com.br"]));
    await restart({ upstream: { url: other.url, ca: other.ca } });
    expect((await bff.ask("/api/Client/GetAll", { token: ana })).status).toBe(502);
    expect((await bff.ask("/metrics")).text).toMatch(/^bff_upstream_failures_total\{reason="tls"\} [1-9]/m);
    expect(other.calls).toEqual([]);
    await other.stop();
  });
});

describe("a client that disconnects", () => {
  test("cancels its read", async () => {
    api.on("*", () => {});
    const gone = Array.from({ length: 20 }, (_, index) => {
      const abort = new AbortController();
      const reply = bff.ask(`/api/Client/GetAll?n=${index}`, { token: ana, signal: abort.signal }).catch(() => {});
      return { abort, reply };
    });
    await vi.waitFor(() => expect(api.calls).toHaveLength(20));
    for (const { abort } of gone) abort.abort();
    await Promise.all(api.calls.map(({ cancelled }) => cancelled));
  });

  test("does not cancel its write", async () => {
    let finished = 0;
    api.on("*", async (_request, response) => {
      await delay(50);
      response.end("done", () => finished++);
    });
    const abort = new AbortController();
    const reply = bff.post("/api/Client/Update", {}, { token: ana, signal: abort.signal }).catch(() => {});
    await vi.waitFor(() => expect(api.calls).toHaveLength(1));
    abort.abort();
    await reply;
    await vi.waitFor(() => expect(finished).toBe(1));
  });

  test("during a large response cancels it", async () => {
    api.on("*", (_request, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", more);
      more();
    });
    const request = httpRequest({
      host: "127.0.0.1",
      port: bff.port,
      path: "/api/Report/Large",
      headers: { authorization: `Bearer ${ana}` },
    });
    request.on("error", () => {});
    request.end();
    const [response] = await once(request, "response");
    await once(response, "readable");
    request.destroy();
    await api.calls[0]?.cancelled;
    expect((await bff.ask("/healthz")).status).toBe(200);
  });
});

describe("returns to the client", () => {
  test("no headers on the API itself, no cookies, and none of its cross-origin headers", async () => {
    api.json("*", "ok", 200, {
      server: "Microsoft-IIS/10.0",
      "x-powered-by": "ASP.NET",
      "set-cookie": "id=1; Domain=api.example",
      "access-control-allow-origin": "*",
      "strict-transport-security": "max-age=1",
      connection: "x-hop",
      "x-hop": "1",
      "x-total": "3",
    });
    const { headers } = await bff.ask("/api/Client/GetAll", { token: ana });
    const gone = [
      "server",
      "x-powered-by",
      "set-cookie",
      "access-control-allow-origin",
      "strict-transport-security",
      "x-hop",
    ];
    for (const name of gone) expect(headers, name).not.toHaveProperty(name);
    expect(headers["x-total"]).toBe("3");
  });

  test("header values with any bytes, and the next response on the connection", async () => {
    const name = 'attachment; filename="10€ ção.csv"';
    api.on("GET /File/Get", (_request, { socket }) =>
      socket?.write(`HTTP/1.1 200 OK\r\ncontent-disposition: ${name}\r\ncontent-length: 2\r\n\r\nok`),
    );
    const get = (path: string, connection: string) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana}\r\nConnection: ${connection}\r\n\r\n`;
    const socket = connect(bff.port, "127.0.0.1");
    socket.write(get("/api/File/Get", "keep-alive") + get("/healthz", "close"));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    await once(socket, "close");
    expect(answer).toContain(`content-disposition: ${name}\r\n`);
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  test("redirects within the API as paths of the BFF", async () => {
    const target = (location: string) => api.json("*", "", 302, { location });
    target(`${api.url}/Client/GetAll?x=1`);
    expect((await bff.ask("/api/a", { token: ana })).headers.location).toBe("/api/Client/GetAll?x=1");
    target("/Client/GetAll");
    expect((await bff.ask("/api/b", { token: ana })).headers.location).toBe("/api/Client/GetAll");
    target("https://elsewhere.example/x");
    expect((await bff.ask("/api/c", { token: ana })).headers.location).toBe("https://elsewhere.example/x");
  });

  test("204, and HEAD with its length", async () => {
    api.on("DELETE /Client/Delete", (_request, response) => response.writeHead(204).end());
    api.on("HEAD /Client/GetAll", (_request, response) => response.writeHead(200, { "content-length": "42" }).end());
    expect(await bff.ask("/api/Client/Delete?ID=1", { method: "DELETE", token: ana })).toMatchObject({
      status: 204,
      text: "",
    });
    const head = await bff.ask("/api/Client/GetAll", { method: "HEAD", token: ana });
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers["content-length"]).toBe("42");
  });

  test("a range, when a range was requested", async () => {
    api.on("*", ({ headers }, response) => {
      expect(headers.range).toBe("bytes=0-1");
      response.writeHead(206, { "content-type": "text/plain", "content-range": "bytes 0-1/5" }).end("ab");
    });
    const reply = await bff.ask("/api/File/Get", {
      token: ana,
      headers: { range: "bytes=0-1", "accept-encoding": "gzip" },
    });
    expect(reply).toMatchObject({ status: 206, text: "ab" });
    expect(reply.headers["cache-status"]).toBe("bff; fwd=bypass");
  });

  test("a large response in full, as a stream", async () => {
    const large = Buffer.alloc(5_000_000, "0123456789");
    api.on("*", (_request, response) => sendJson(response, large.toString()));
    const reply = await bff.ask("/api/Report/Large", { token: ana });
    expect(reply.json === large.toString()).toBe(true);
    expect(reply.headers["cache-status"]).toBe("bff; fwd=uri-miss");
  });
});

describe("the library forwards", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])("%s", async (method) => {
    api.on("*", (_request, response) => sendJson(response, { ok: 1 }, 201, { "x-own": "1" }));
    const answer = await bff.ask("/api/Client/Update?a=%2F", { token: ana, method });
    expect(answer).toMatchObject({ status: 201, headers: { "x-own": "1", "content-type": "application/json" } });
    expect(api.calls[0]).toMatchObject({ method, url: "/Client/Update?a=%2F" });
  });

  test("a GET that bypasses the cache, without the library's repeats", async () => {
    api.on("*", (_request, response) => sendJson(response, "busy", 503, { "retry-after": "1" }));
    const answer = await bff.ask("/api/Client/GetAll", { token: ana, headers: { "cache-control": "no-cache" } });
    expect(answer).toMatchObject({ status: 503, headers: { "cache-status": "bff; fwd=bypass" } });
    expect(api.calls).toHaveLength(1);
  });

  test("a JSON body, byte for byte", async () => {
    api.json("*", 1);
    const body = '{ "a" : 12345678901234567890, "a": 1 }';
    await bff.ask("/api/Client/Update", {
      token: ana,
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(api.calls[0]?.body).toBe(body);
  });
});
