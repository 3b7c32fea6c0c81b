import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Bff } from "./testing/bff.ts";
import { ScriptedApi, sendJson } from "./testing/scripted-api.ts";
import { token } from "./testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
const ana = token();
let log: string[];

beforeEach(async () => {
  log = [];
  api = await ScriptedApi.start();
  bff = await Bff.start(api, { cache: { ttlMs: 60_000, maxBytes: 1e7, staleIfErrorMs: 0 } });
  api.on("*", async ({ method, url }, response) => {
    log.push(`begin ${method} ${url}`);
    await delay(url === "/Slow/Call" ? 200 : 5);
    log.push(`end ${method} ${url}`);
    sendJson(response, { url });
  });
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

/** Sends requests in one packet. Returns the status lines. */
async function pipelined(...requests: string[]): Promise<string[]> {
  const socket = connect(bff.port, "127.0.0.1");
  const head = `Host: x\r\nAuthorization: Bearer ${ana}\r\n`;
  const bytes = requests.map((line, index) => {
    const [method = "", path = ""] = line.split(" ");
    const length = method === "POST" ? "Content-Length: 2\r\n" : "";
    const close = index === requests.length - 1 ? "Connection: close\r\n" : "";
    return `${method} ${path.startsWith("/healthz") ? path : `/api${path}`} HTTP/1.1\r\n${head}${length}${close}\r\n${length && "{}"}`;
  });
  socket.write(bytes.join(""));
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await once(socket, "close");
  return text.match(/HTTP\/1\.1 \d+/g) ?? [];
}

test("pipelined writes, and what follows them, run one after another", async () => {
  const answers = await pipelined("POST /Slow/Call", "POST /Quick/Call", "GET /Quick/Get");
  expect(answers).toHaveLength(3);
  expect(log).toEqual([
    "begin POST /Slow/Call",
    "end POST /Slow/Call",
    "begin POST /Quick/Call",
    "end POST /Quick/Call",
    "begin GET /Quick/Get",
    "end GET /Quick/Get",
  ]);
});

test("a write waits for the reads before it", async () => {
  await pipelined("GET /Slow/Call", "GET /Quick/Get", "POST /Quick/Call");
  expect(log.indexOf("begin GET /Quick/Get")).toBeLessThan(log.indexOf("end GET /Slow/Call"));
  expect(log.indexOf("begin POST /Quick/Call")).toBeGreaterThan(log.indexOf("end GET /Slow/Call"));
});

test("a stored answer is not served to a GET before the write that precedes it", async () => {
  for (let n = 0; n < 3; n++) await bff.ask("/api/Quick/Get", { token: ana });
  log = [];
  await pipelined("POST /Slow/Call", "GET /Quick/Get");
  expect(log.at(-1)).toBe("end GET /Quick/Get");
});

test("reads run in parallel", async () => {
  await pipelined("GET /Slow/Call", "GET /Quick/Get");
  expect(log.indexOf("begin GET /Quick/Get")).toBeLessThan(log.indexOf("end GET /Slow/Call"));
});
