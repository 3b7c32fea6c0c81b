import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
const ana = token();

beforeEach(async () => {
  api = await ScriptedApi.start();
  bff = await Bff.start(api, { cache: { ttlMs: 60_000, maxBytes: 1e7, staleIfErrorMs: 60_000 } });
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

/** A response of the API as bytes, with the header before or after its length. */
function answers(
  call: string,
  line: Buffer,
  { status = "200 OK", body = "[]", before = false, type = "text/csv" } = {},
) {
  const own = [line, Buffer.from(`\r\ncontent-type: ${type}\r\nconnection: close\r\n`)];
  const length = Buffer.from(`content-length: ${Buffer.byteLength(body)}\r\n`);
  const head = before ? [...own, length] : [length, ...own];
  const isBare = call.startsWith("HEAD");
  api.on(call, (_request, { socket }) => {
    socket?.end(
      Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n`), ...head, Buffer.from(`\r\n${isBare ? "" : body}`)]),
    );
  });
}

/** Sends a request and reads its response as bytes. */
async function ask(path: string, { method = "GET", headers = "" } = {}): Promise<Buffer> {
  const socket = connect(bff.port, "127.0.0.1");
  socket.write(
    `${method} /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana}\r\n${headers}Connection: close\r\n\r\n`,
  );
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks);
}

const statusLine = (answer: Buffer) => answer.toString("latin1").slice(9, 12);
const FILE_NAMES = ["relatório.csv", "Relatório – julho.csv", "custo 10€.csv", "灌溉 🌱.csv"];
const disposition = (name: string) => Buffer.from(`content-disposition: attachment; filename="${name}"`);
const LARGE = "x,y\n".repeat(400_000);

test.each(FILE_NAMES)("the file name %s arrives byte for byte, wherever the API puts its length", async (name) => {
  const line = disposition(name);
  for (const before of [true, false]) {
    answers("GET /Report/Get", line, { before });
    answers("POST /Report/Get", line, { before });
    answers("HEAD /Report/Get", line, { before });
    answers("GET /Report/Part", line, { before, status: "206 Partial Content" });
    answers("GET /Report/Lost", line, { before, status: "404 Not Found" });
    answers("GET /Report/Stream", line, { before, body: LARGE });
    const given = await Promise.all([
      ask(`/Report/Get?a=${before}`),
      ask(`/Report/Get?a=${before}`),
      ask("/Report/Get", { method: "POST", headers: "content-length: 0\r\n" }),
      ask("/Report/Get", { method: "HEAD" }),
      ask("/Report/Part", { headers: "range: bytes=0-1\r\n" }),
      ask("/Report/Lost"),
      ask(`/Report/Stream?a=${before}`),
      ask(`/Report/Stream?b=${before}`, { headers: "accept-encoding: gzip\r\n" }),
    ]);
    for (const answer of given) expect(answer.includes(line), answer.subarray(0, 400).toString()).toBe(true);
    expect(given.map(statusLine)).toEqual(["200", "200", "200", "200", "206", "404", "200", "200"]);
  }
});

test.each(FILE_NAMES)("the file name %s arrives with every hit: fast, encoded, unchanged and stale", async (name) => {
  const line = disposition(name);
  answers("GET /Report/Get", line, { body: "x,y\n".repeat(1_000) });
  for (const headers of ["", "accept-encoding: gzip\r\n", "accept-encoding: br\r\n", "if-none-match: *\r\n"]) {
    for (let round = 0; round < 4; round++) {
      const answer = await ask("/Report/Get", { headers });
      expect(answer.includes(line)).toBe(true);
      expect(statusLine(answer)).toBe(headers.startsWith("if-") ? "304" : "200");
    }
  }
  await vi.waitFor(async () => expect((await bff.ask("/metrics")).text).toMatch(/^bff_cache_fast_hits_total [1-9]/m));
});

test("any byte in a header's value passes unchanged or is a 502 at once", async () => {
  const bytes = [...Array(33).keys(), 34, 127, 128, 160, 255];
  const names = ["x-farm", "content-disposition", "etag"];
  const asked = names.flatMap((name) => bytes.map((byte) => ({ name, byte })));
  const line = ({ name, byte }: { name: string; byte: number }) =>
    Buffer.concat([Buffer.from(`${name}: "a`), Buffer.from([byte]), Buffer.from('b"')]);
  for (const each of asked) answers(`GET /Report/Get?${each.name}=${each.byte}`, line(each));
  await Promise.all(
    asked.map(async (each) => {
      const answer = await ask(`/Report/Get?${each.name}=${each.byte}`);
      if (statusLine(answer) === "200") expect(answer.includes(line(each)), JSON.stringify(each)).toBe(true);
      else expect(statusLine(answer), JSON.stringify(each)).toBe("502");
    }),
  );
});

test("a value that cannot be sent is a 502 for every kind of response", async () => {
  const line = Buffer.from("x-farm: a\x7fb", "latin1");
  for (const call of ["GET /Report/Get", "POST /Report/Get", "DELETE /Report/Get", "HEAD /Report/Get"]) {
    answers(call, line);
    const [method = ""] = call.split(" ");
    expect(statusLine(await ask("/Report/Get", { method })), call).toBe("502");
  }
  answers("GET /Report/Stream", line, { body: LARGE });
  expect(statusLine(await ask("/Report/Stream"))).toBe("502");
  answers("GET /Report/Empty", line, { status: "404 Not Found", body: "" });
  const answer = (await ask("/Report/Empty")).toString();
  expect(answer).toContain('"id":"upstream-unreachable"');
  expect(answer).toContain("cache-status: bff; fwd=uri-miss; detail=upstream-error");
});

test("a stored response that cannot be sent is answered with a problem", async () => {
  answers("GET /Report/Get", disposition("a.csv"));
  await ask("/Report/Get");
  const { responses } = bff.app.cache;
  const find = responses.find.bind(responses);
  for (const status of [200, 404]) {
    responses.find = async (call) => {
      const lookup = await find(call);
      const answer = { status, headers: { "content-type": "text/csv", "x-farm": "a\n" }, body: Buffer.from("[]") };
      return { ...lookup, hit: { answer, status: "bff; hit; ttl=1" } };
    };
    const answer = (await ask("/Report/Get")).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer).toContain('"id":"internal"');
  }
});
