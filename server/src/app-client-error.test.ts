import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Bff } from "./testing/bff.ts";
import { ScriptedApi, sendJson } from "./testing/scripted-api.ts";
import { token } from "./testing/token.ts";

const GARBAGE = "\x16\x03\x01 this is no HTTP\r\n\r\n";
let api: ScriptedApi;
let bff: Bff;
beforeEach(async () => {
  api = await ScriptedApi.start();
  bff = await Bff.start(api);
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

function open() {
  const socket = connect({ port: bff.port, host: "127.0.0.1", allowHalfOpen: true });
  const heard = { text: "", ended: false };
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    heard.text += chunk.toString("latin1");
  });
  socket.on("end", () => {
    heard.ended = true;
    socket.destroy();
  });
  return { socket, heard };
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: farm.test\r\nauthorization: Bearer ${token()}\r\n\r\n`;

test("garbage after a request waits for its response", async () => {
  const gate = Promise.withResolvers<void>();
  api.on("*", async (_request, response) => {
    await gate.promise;
    sendJson(response, "the answer");
  });
  const { socket, heard } = open();
  socket.write(ask("/api/Client/GetAll"));
  await vi.waitFor(() => expect(api.calls).toHaveLength(1));
  socket.write(GARBAGE);
  // The server has read the garbage once it answers another connection.
  expect((await bff.ask("/healthz")).status).toBe(200);
  expect(heard.text).toBe("");
  gate.resolve();
  await vi.waitFor(() => expect(heard.ended).toBe(true));
  expect(heard.text).toMatch(/^HTTP\/1\.1 200 OK.*"the answer"HTTP\/1\.1 400 Bad Request/s);
});

test("garbage never appears inside a streaming response", async () => {
  const size = 8_000_000;
  api.on("*", (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    for (let sent = 0; sent < size; sent += 100_000) response.write("x".repeat(100_000));
    response.end();
  });
  const { socket, heard } = open();
  socket.write(ask("/api/Client/GetAll").replace("HTTP/1.1\r\n", "HTTP/1.1\r\naccept-encoding: identity\r\n"));
  await vi.waitFor(() => expect(heard.text.length).toBeGreaterThan(1_000));
  socket.write(GARBAGE);
  await vi.waitFor(() => expect(heard.ended).toBe(true));
  const body = heard.text.slice(heard.text.indexOf("\r\n\r\n"), heard.text.indexOf("HTTP/1.1 400"));
  expect(body.replace(/\r\n[0-9a-f]*/g, "").replaceAll("x", "")).toBe("");
  expect(body.split("x").length - 1).toBe(size);
});

test("garbage alone is answered at once", async () => {
  const { socket, heard } = open();
  socket.write(GARBAGE);
  await vi.waitFor(() => expect(heard.ended).toBe(true));
  expect(heard.text).toMatch(/^HTTP\/1\.1 400 Bad Request.*application\/problem\+json/s);
});

test("a truncated body is refused, after the response before it", async () => {
  api.json("*", "first");
  const { socket, heard } = open();
  const post = ask("/api/Client/Update")
    .replace("GET", "POST")
    .replace("\r\n\r\n", "\r\ntransfer-encoding: chunked\r\n\r\n");
  socket.write(`${ask("/api/Client/GetAll")}${post}zz\r\nbroken`);
  await vi.waitFor(() => expect(heard.ended).toBe(true));
  expect(heard.text).toMatch(/^HTTP\/1\.1 200 OK.*"first"HTTP\/1\.1 400 Bad Request/s);
});
