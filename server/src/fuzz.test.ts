import { once } from "node:events";
import { connect } from "node:net";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { expect, onTestFinished, test } from "vitest";
import { Bff } from "./testing/bff.ts";
import { EmbeddedBroker } from "./testing/broker.ts";
import { makeToken, TestBff } from "./testing/broker-bff.ts";
import { TestSocket } from "./testing/broker-socket.ts";
import { ScriptedApi } from "./testing/scripted-api.ts";
import { type Seeded, seeded } from "./testing/seeded.ts";
import { token } from "./testing/token.ts";

// The broker is fuzzed in realtime/guard/broker-guard.test.ts, which `npm run fuzz` runs too.
const minutes = Number(process.env.LONG_MINUTES ?? 0);
const seed = Number(process.env.LONG_SEED ?? 16);
const TIMEOUT_MS = (minutes + 5) * MINUTE_MS;
const INPUTS = 300;
const WIDTH = 20;

/** A few rounds in CI, or rounds for the requested time. */
async function rounds(round: (random: Seeded) => Promise<unknown>): Promise<void> {
  const random = seeded(seed);
  const end = Date.now() + minutes * MINUTE_MS;
  for (let done = 0; done < INPUTS || Date.now() < end; done += WIDTH) {
    await Promise.all(Array.from({ length: WIDTH }, () => round(random)));
  }
}

const SPLICES = [
  "\r\n",
  "\0",
  "\u00ff",
  "%00",
  "%2e%2e/",
  "//",
  "\\",
  ";",
  "?",
  "chunked",
  ": ",
  "9".repeat(30),
  "[".repeat(99),
];

/** A text with some bytes or fragments inserted, removed or doubled. */
function mutated(random: Seeded, text: string): string {
  let result = text;
  for (let change = random.below(5); change >= 0; change--) {
    const at = random.below(result.length + 1);
    const length = random.below(8);
    const piece = [
      SPLICES[random.below(SPLICES.length)] ?? "",
      String.fromCharCode(random.below(256)),
      result.slice(at, at + 4 * length),
      "",
    ][random.below(4)];
    result = result.slice(0, at) + piece + result.slice(at + length);
  }
  return result;
}

test("HTTP: no input ends the process, gets a 5xx, or breaks the next request", {
  timeout: TIMEOUT_MS,
}, async () => {
  const api = await ScriptedApi.start();
  onTestFinished(() => api.stop());
  api.json("*", { token: "" });
  const bff = await Bff.start(api);
  onTestFinished(() => bff.stop());
  const ana = token();
  const head = `host: farm.test\r\nauthorization: Bearer ${ana}\r\naccept-encoding: gzip, br;q=0.5\r\n`;
  const login = JSON.stringify({ UserName: "ana", Password: "eA==" });
  const seeds = [
    `GET /api/Client/GetAll?ID=1 HTTP/1.1\r\n${head}if-none-match: "a", W/"b"\r\nx-forwarded-for: 203.0.113.9\r\n\r\n`,
    `POST /api/Client/Update HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    `POST /api/Authentication/Login HTTP/1.1\r\nhost: a\r\ncontent-length: ${login.length}\r\n\r\n${login}`,
    `GET /realtime HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    "OPTIONS /api/Client/GetAll HTTP/1.1\r\nhost: a\r\norigin: capacitor://localhost\r\naccess-control-request-method: GET\r\n\r\n",
    "HEAD / HTTP/1.0\r\n\r\n",
    "GET /healthz?verbose HTTP/1.1\r\nhost: a\r\nrange: bytes=0-9\r\n\r\nGET /readyz HTTP/1.1\r\nhost: a\r\n\r\n",
  ];
  await rounds(async (random) => {
    const input = mutated(random, seeds[random.below(seeds.length)] ?? "");
    const socket = connect({ port: bff.port, host: "127.0.0.1", allowHalfOpen: true });
    const closed = once(socket, "close");
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("end", () => socket.destroy());
    // An opened WebSocket does not close by itself.
    const isOpen = () => answer.startsWith("HTTP/1.1 101");
    socket.on("data", () => isOpen() && socket.destroy());
    socket.end(Buffer.from(input, "latin1"));
    await closed;
    expect({ input, failed: /^HTTP\/1\.[01] 5\d\d[^\r]*/m.exec(answer)?.[0] }).toEqual({ input, failed: undefined });
  });
  expect((await bff.ask("/api/Client/GetAll", { token: ana })).status).toBe(200);
});

test("WebSocket: no frame ends the process, or reaches other sockets", { timeout: TIMEOUT_MS }, async () => {
  const broker = await EmbeddedBroker.start();
  onTestFinished(() => broker.stop());
  const bff = await new TestBff(broker.target).listen();
  onTestFinished(() => bff.app.close());
  const witness = await bff.enter(makeToken("bruno"), "notifications");
  const heard = witness.frames.length;
  const ana = makeToken("ana");
  const seeds = [
    { type: "authenticate", token: ana },
    { type: "subscribe", topic: "notifications" },
    { type: "unsubscribe", topic: "notifications" },
    { type: "publish", topic: "navigation", message: { from: "/maps", to: "/home", deep: [[[1]]] } },
  ].map((frame) => JSON.stringify(frame));
  await rounds(async (random) => {
    const socket = await TestSocket.open(`${bff.url}/realtime`);
    if (random.below(2) === 0) socket.socket.send(seeds[0] ?? "");
    for (let frame = random.below(10); frame >= 0; frame--) {
      const text = mutated(random, seeds[random.below(seeds.length)] ?? "");
      socket.socket.send(random.below(8) === 0 ? Buffer.from(text, "latin1") : text);
    }
    socket.socket.close();
    await socket.closed;
  });
  await broker.publish(
    "bruno/ALL/Frontend/notifications",
    JSON.stringify({ message: "last", date: "2026-01-15T12:00:00Z" }),
  );
  await witness.received({ message: "last" });
  expect(witness.frames.slice(heard)).toEqual([expect.objectContaining({ message: "last" })]);
  expect((await bff.enter(ana)).socket.readyState).toBe(1);
});
