import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
const ana = token();
const KEPT = { cache: { ttlMs: 60_000, maxBytes: 1e7, staleIfErrorMs: 0 } };

beforeEach(async () => {
  api = await ScriptedApi.start();
  bff = await Bff.start(api, KEPT);
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

describe("an answer without a length", () => {
  test.each(["HTTP/1.0", "HTTP/1.1"])("of %s that ends in a reset is 502, and is not stored", async (version) => {
    const plain = await plainApi((socket) => {
      socket.write(`${version} 200 OK\r\ncontent-type: application/json\r\n\r\n[{"mm":12},`);
      setTimeout(() => socket.resetAndDestroy(), 30);
    });
    const other = await Bff.start(api, { ...KEPT, upstream: { url: plain.url, ca: undefined } });
    for (let n = 0; n < 2; n++) expect((await other.ask("/api/X/Get", { token: ana })).status).toBe(502);
    expect(plain.calls()).toBe(2);
    await other.stop();
    plain.server.close();
  });

  test("that ends as usual is whole, and is stored", async () => {
    const plain = await plainApi((socket) => socket.end("HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n[]"));
    const other = await Bff.start(api, { ...KEPT, upstream: { url: plain.url, ca: undefined } });
    for (let n = 0; n < 2; n++) expect((await other.ask("/api/X/Get", { token: ana })).text).toBe("[]");
    expect(plain.calls()).toBe(1);
    await other.stop();
    plain.server.close();
  });
});

/** An API on plain TCP. */
async function plainApi(answer: (socket: Socket) => void): Promise<{ url: string; server: Server; calls(): number }> {
  let calls = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => {
      calls++;
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, calls: () => calls };
}

describe("an API that does not wait for the end of a body", () => {
  const refused = "HTTP/1.1 413 Too Large\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}";
  test.each<[string, number, (socket: Socket) => void]>([
    ["and answers is believed", 413, (socket) => socket.writable && socket.end(refused)],
    ["and closes is a 502", 502, (socket) => socket.destroy()],
    ["and resets is a 502", 502, (socket) => socket.resetAndDestroy()],
  ])("%s", async (_how, status, answer) => {
    const plain = await plainApi(answer);
    const other = await Bff.start(api, { ...KEPT, upstream: { url: plain.url, ca: undefined } });
    const body = Buffer.alloc(900_000, "a");
    const sent = await other.ask("/api/X/Insert", { method: "POST", token: ana, body });
    expect(sent.status).toBe(status);
    await other.stop();
    plain.server.close();
  });
});

describe("a connection that the API closes instead of answering", () => {
  const closing = (how: "end" | "reset") =>
    api.on("*", ({ url }, response) => {
      if (url !== "/First/Get" && api.callsOf(`${api.calls.at(-1)?.method} ${url}`).length === 1) {
        if (how === "end") response.socket?.destroy();
        else response.socket?.end();
      } else sendJson(response, url);
    });

  test.each(["end", "reset"] as const)(
    "and that served another call before (%s): a GET is sent once more",
    async (how) => {
      closing(how);
      await bff.ask("/api/First/Get", { token: ana });
      expect((await bff.ask("/api/Second/Get", { token: ana })).json).toBe("/Second/Get");
      expect(api.callsOf("GET /Second/Get")).toHaveLength(2);
    },
  );

  test("and that served another call before: a POST is not repeated", async () => {
    closing("end");
    await bff.ask("/api/First/Get", { token: ana });
    expect((await bff.post("/api/Second/Insert", {}, { token: ana })).status).toBe(502);
    expect(api.callsOf("POST /Second/Insert")).toHaveLength(1);
  });

  test("and that is new: nothing is repeated", async () => {
    closing("end");
    expect((await bff.ask("/api/Second/Get", { token: ana })).status).toBe(502);
    expect(api.callsOf("GET /Second/Get")).toHaveLength(1);
  });

  test("each time: one repeat, then 502", async () => {
    api.on("*", ({ url }, response) =>
      url === "/First/Get" ? sendJson(response, url) : void response.socket?.destroy(),
    );
    await Promise.all([1, 2].map(() => bff.ask("/api/First/Get", { token: token() })));
    expect((await bff.ask("/api/Second/Get", { token: ana })).status).toBe(502);
    expect(api.callsOf("GET /Second/Get").length).toBeLessThanOrEqual(2);
  });
});

describe("connections to the API", () => {
  const slowly = () => {
    const release = Promise.withResolvers<void>();
    api.on("GET /Slow/Get", async (_request, response) => {
      await release.promise;
      response.end();
    });
    return release.resolve;
  };

  test.each([true, false])("are shared by user, whatever the tokens (proved: %s)", async (isProved) => {
    const release = slowly();
    api.json("GET /Client/GetAll", []);
    api.json("GET /Menu/GetAll", []);
    const tokens = Array.from({ length: 4 }, (_, n) => token({ jti: `${n}` }));
    if (isProved) for (const one of tokens) await bff.ask("/api/Client/GetAll", { token: one });
    const greedy = tokens.flatMap((one) =>
      Array.from({ length: 20 }, (_, n) => bff.ask(`/api/Slow/Get?n=${n}`, { token: one })),
    );
    const slowCalls = () => api.calls.filter(({ url }) => url.startsWith("/Slow")).length;
    await vi.waitFor(() => expect(slowCalls()).toBeGreaterThanOrEqual(32));
    expect((await bff.ask("/api/Menu/GetAll", { token: token({ name: "bruno" }) })).status).toBe(200);
    expect(slowCalls()).toBe(32);
    release();
    await Promise.all(greedy);
  });

  test("a user's tokens share a part of the cache", async () => {
    await bff.stop();
    bff = await Bff.start(api, { cache: { ttlMs: 60_000, maxBytes: 100_000, staleIfErrorMs: 0 } });
    api.json("*", "x".repeat(8_000));
    const stored = async (one: string, n: number) =>
      String((await bff.ask(`/api/X/Get?n=${n}`, { token: one })).headers["cache-status"]).includes("stored");
    let kept = 0;
    for (let n = 0; n < 8; n++) kept += Number(await stored(token({ jti: `${n}` }), n));
    expect(kept).toBe(2);
    expect(await stored(token({ name: "bruno" }), 0)).toBe(true);
  });
});
