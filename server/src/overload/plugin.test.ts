import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Config } from "../config.ts";
import { Bff } from "../testing/bff.ts";
import { TestSocket } from "../testing/broker-socket.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

const MIB = 1_048_576;
let api: ScriptedApi;
let bff: Bff;
let lines: string[];
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  api = await ScriptedApi.start();
  api.json("*", { matchedCount: 1 });
  api.json("GET /Client/GetAll", []);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await bff.stop();
  await api.stop();
});

async function start(changes: Partial<Config>): Promise<void> {
  lines = [];
  const logOutput = { write: (line: string) => void lines.push(line), flushSync() {} };
  bff = await Bff.start(api, { logLevel: "warn", ...changes }, { logOutput });
}

function dial(address = "127.0.0.1") {
  const socket = connect({ port: bff.port, host: "127.0.0.1", localAddress: address });
  const peer = { socket, text: "", closed: once(socket, "close").catch(() => []) };
  socket.on("data", (chunk) => {
    peer.text += chunk;
  });
  socket.on("error", () => {});
  sockets.push(socket);
  return peer;
}

/** Sends a write, but not the last byte of its body. */
function unfinished(
  bearer: string,
  { length = MIB, sent = MIB - 1, address = "127.0.0.1" }: { length?: number; sent?: number; address?: string } = {},
) {
  const peer = dial(address);
  peer.socket.write(
    `POST /api/Photo/Insert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  peer.socket.write("x".repeat(sent));
  return peer;
}

async function metric(name: string): Promise<number> {
  const { text } = await bff.ask("/metrics");
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}
const pending = () => metric("bff_pending_body_bytes");
const refusals = (resource: string) => metric(`bff_overload_refusals_total{resource="${resource}"}`);
const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith("overload"));

async function proved(name: string): Promise<string> {
  const bearer = token({ name });
  expect((await bff.ask("/api/Client/GetAll", { token: bearer })).status).toBe(200);
  return bearer;
}

describe("bodies", () => {
  test("of strangers are bounded over all requests, and a user's write passes beside them", async () => {
    await start({ maxPendingBodyBytes: 8 * MIB });
    const ana = await proved("ana");
    const strangers = Array.from({ length: 16 }, () => unfinished(token()));
    const others = Array.from({ length: 8 }, () => unfinished(token(), { address: "127.0.0.2" }));
    await vi.waitFor(() => expect([...strangers, ...others].filter(({ text }) => text).length).toBe(18));
    for (const { text } of [...strangers, ...others].filter((each) => each.text)) {
      expect(text).toMatch(/^HTTP\/1\.1 503 /);
      expect(text).toMatch(/^retry-after: [1-9]/m);
      expect(text).toMatch(/^content-type: application\/problem\+json/m);
      expect(text).toContain('"id":"busy"');
    }
    expect(strangers.filter(({ text }) => text).length).toBe(12);
    expect(await pending()).toBeLessThanOrEqual(6 * MIB);
    expect(await pending()).toBeGreaterThanOrEqual(5 * MIB);
    expect(await refusals("bodies")).toBe(18);
    expect(warnings()).toMatchObject([{ level: "warn", resource: "bodies", address: "127.0.0.1" }]);
    expect((await bff.post("/api/Client/Update", { note: "x".repeat(MIB / 2) }, { token: ana })).status).toBe(200);
    expect(api.calls.filter(({ method }) => method === "POST")).toHaveLength(1);

    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect(await pending()).toBe(0));
    expect((await bff.post("/api/Client/Update", {}, { token: token() })).status).toBe(200);
  });

  test("of one user leave room for other users", async () => {
    await start({ maxPendingBodyBytes: 8 * MIB });
    const ana = await proved("ana");
    const renewed = await proved("ana");
    const bruno = await proved("bruno");
    const greedy = [ana, renewed, ana, renewed].map((bearer) => unfinished(bearer));
    await vi.waitFor(() => expect(greedy.filter(({ text }) => text.includes(" 503 ")).length).toBe(2));
    expect((await bff.post("/api/Client/Update", {}, { token: bruno })).status).toBe(200);
  });

  test("are counted as they arrive, not as they are announced", async () => {
    await start({ maxPendingBodyBytes: MIB });
    const peers = Array.from({ length: 24 }, () => unfinished(token(), { sent: 1 }));
    await vi.waitFor(async () => expect(await pending()).toBe(24 * 16_384));
    expect(peers.every(({ text }) => text === "")).toBe(true);
  });

  test("in chunks of one byte arrive unchanged, and take no more memory than others", async () => {
    await start({ maxPendingBodyBytes: MIB });
    const body = Buffer.from(Array.from({ length: 40_000 }, (_, index) => 97 + (index % 26)));
    const peer = dial();
    const chunks = [...body].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join("");
    peer.socket.write(
      `POST /api/Photo/Insert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token()}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    peer.socket.write(chunks);
    await vi.waitFor(async () => expect(await pending()).toBeGreaterThanOrEqual(40_000));
    expect(await pending()).toBeLessThanOrEqual(2 * 65_536);
    peer.socket.write("0\r\n\r\n");
    await vi.waitFor(() => expect(peer.text).toMatch(/^HTTP\/1\.1 200 /));
    const [received] = api.callsOf("POST /Photo/Insert");
    expect(received?.body === body.toString()).toBe(true);
    await vi.waitFor(async () => expect(await pending()).toBe(0));
  });

  test("count until the API has answered, also without their client", async () => {
    await start({ maxPendingBodyBytes: MIB });
    const gate = Promise.withResolvers<void>();
    api.on("POST /Photo/Insert", async (_request, response) => {
      await gate.promise;
      sendJson(response, {});
    });
    const peer = unfinished(token(), { length: 1_000, sent: 1_000 });
    await vi.waitFor(() => expect(api.callsOf("POST /Photo/Insert")).toHaveLength(1));
    peer.socket.destroy();
    await peer.closed;
    expect(await pending()).toBe(1_000);
    gate.resolve();
    await vi.waitFor(async () => expect(await pending()).toBe(0));
  });

  test("of any route count", async () => {
    await start({ maxPendingBodyBytes: 1_000 });
    const headers = { "content-type": "application/json" };
    for (const path of ["/nowhere", "/realtime", "/unsubscribe"]) {
      const reply = await bff.ask(path, { method: "POST", body: JSON.stringify("x".repeat(600)), headers });
      expect(reply, path).toMatchObject({ status: 503, json: { id: "busy" } });
    }
    expect((await bff.ask("/nowhere", { method: "POST", body: "{}", headers })).status).toBe(404);
  });
});

describe("connections", () => {
  const get = (path: string, bearer = "") =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\n\r\n`;

  test("over the limit are answered 503 and closed, and served again when others leave", async () => {
    await start({ maxConnections: 3 });
    const ana = token();
    const first = [dial(), dial(), dial()];
    for (const { socket } of first) socket.write(get("/healthz"));
    await vi.waitFor(() => expect(first.every(({ text }) => text.includes(" 200 OK"))).toBe(true));
    const surplus = dial();
    surplus.socket.write(get("/api/Client/GetAll", ana));
    await surplus.closed;
    expect(surplus.text).toMatch(/^HTTP\/1\.1 503 /);
    expect(surplus.text).toMatch(/^retry-after: [1-9]/m);
    expect(surplus.text).toMatch(/^cache-status: bff; detail=not-forwarded/m);
    expect(surplus.text).toContain('"id":"busy"');
    expect(api.calls.filter(({ url }) => url === "/Client/GetAll")).toEqual([]);
    await expect(TestSocket.open(`http://127.0.0.1:${bff.port}/realtime`)).rejects.toThrow("503");
    // A probe is answered, because a failed one would take the process out of service.
    expect((await bff.ask("/healthz")).status).toBe(200);
    expect(await refusals("connections")).toBeGreaterThanOrEqual(3);
    expect(warnings()).toMatchObject([{ resource: "connections", address: "127.0.0.1" }]);
    first[0]?.socket.destroy();
    await vi.waitFor(async () => expect((await bff.ask("/api/Client/GetAll", { token: ana })).status).toBe(200));
  });

  test("of one address that has most of them give way to another address, but not behind a proxy", async () => {
    for (const trustProxy of [false, true]) {
      await start({ maxConnections: 12, trustProxy });
      const greedy = Array.from({ length: 12 }, () => dial("127.0.0.2"));
      await vi.waitFor(async () => expect(await openConnections()).toBe(12));
      const other = dial("127.0.0.3");
      other.socket.write(get("/api/Client/GetAll", token()));
      await vi.waitFor(() => expect(other.text).toMatch(trustProxy ? / 503 / : / 200 /));
      expect(greedy.filter(({ socket }) => socket.closed).length).toBe(trustProxy ? 0 : 1);
      for (const socket of sockets) socket.destroy();
      if (!trustProxy) await bff.stop();
    }
  });

  const openConnections = async () => {
    const { body } = await bff.app.inject("/metrics");
    return Number(/^bff_open_connections (\d+)/m.exec(body)?.[1]);
  };
});

describe("proofs", () => {
  test("of forged tokens from one address leave room for users of other addresses", async () => {
    await start({ trustProxy: ["127.0.0.1"] });
    const gate = Promise.withResolvers<void>();
    const ana = token({ name: "ana" });
    api.on("GET /Client/GetAll", async ({ headers }, response) => {
      const isKnown = headers.authorization === `Bearer ${ana}`;
      if (!isKnown) await gate.promise;
      sendJson(response, [], isKnown ? 200 : 401);
    });
    const open = async (bearer: string, address: string) => {
      const headers = { "x-forwarded-for": address };
      const socket = await TestSocket.open(`http://127.0.0.1:${bff.port}/realtime`, { headers });
      socket.send({ type: "authenticate", token: bearer });
      return socket;
    };
    const proofs = () => api.callsOf("GET /Client/GetAll").length;
    const forgers = await Promise.all(Array.from({ length: 40 }, () => open(token(), "203.0.113.7")));
    await vi.waitFor(() => expect(proofs()).toBe(12));
    const user = await open(ana, "198.51.100.4");
    await user.received({ type: "authenticated" });
    expect(proofs()).toBe(13);
    gate.resolve();
    for (const { closed } of forgers) expect((await closed).code).toBe(4401);
    user.socket.terminate();
  });
});
