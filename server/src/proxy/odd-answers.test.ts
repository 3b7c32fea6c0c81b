import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { oddAnswers } from "../../../scripts/testing/odd-answers.ts";
import { Bff, type Reply } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

const LIST = [{ _id: "m1", title: "Irrigação", path: "/maps", order: 1 }];
const JSON_TYPE = "content-type: application/json\r\n";
const JSON_HEADER = { "content-type": "application/json" };
const charset = (name: string) => ({ "content-type": `application/json; charset=${name}` });
const text = JSON.stringify(LIST);
const WHOLE_CHUNK = `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const page = (response: ServerResponse, status: number) =>
  response.writeHead(status, { "content-type": "text/html" }).end("<h1>Em manutenção</h1>");
const raw =
  (head: string, body = "") =>
  (response: ServerResponse) =>
    response.socket?.end(`HTTP/1.1 ${head}\r\n${body}`);

type Script = (response: ServerResponse) => unknown;
/** What the API does, by the first column. Several forms have one outcome. */
const SCRIPTS: Readonly<Record<string, Script | readonly Script[]>> = {
  "JSON of the contract": (response) => sendJson(response, LIST),
  'a list within `{"data": …}`': (response) => sendJson(response, { data: LIST }),
  "`null` for a list": (response) => sendJson(response, null),
  "JSON, compressed without being asked": (response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync(text)),
  "`100 Continue` without being asked, then JSON": (response) => {
    response.writeContinue();
    sendJson(response, LIST);
  },
  "JSON without a length, and a closed connection": raw(`200 OK\r\n${JSON_TYPE}`, text),
  "a redirect to another scheme or port of its host": (response) =>
    response.writeHead(302, { location: "http://127.0.0.1:444/Menu/GetAll" }).end(),
  "a redirect to a login page of another host": (response) =>
    response.writeHead(302, { location: "https://login.test/?back=1" }).end(),
  "JSON that ends in the middle, with the connection": raw(`200 OK\r\n${JSON_TYPE}`, text.slice(0, -3)),
  "304 without being asked": (response) => response.writeHead(304, { etag: '"1"' }).end(),
  "502 with JSON of a gateway": (response) => sendJson(response, { message: "bad gateway" }, 502),
  "503 with `Retry-After`": (response) => response.writeHead(503, { "retry-after": "120" }).end(),
  "a page in HTML with status 200": (response) => page(response, 200),
  "nothing with status 200": (response) => response.writeHead(200).end(),
  "204 with a length": raw("204 No Content\r\ncontent-length: 5\r\n"),
  "JSON, cut before its announced length": raw(`200 OK\r\n${JSON_TYPE}content-length: 999\r\n`, text),
  "JSON in chunks, without the last one": raw(`200 OK\r\n${JSON_TYPE}transfer-encoding: chunked\r\n`, "2\r\n[]\r\n"),
  "JSON without a length, and a reset": (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\n${text}`, () => api.reset());
  },
  "two lengths, different or equal": [
    raw(`200 OK\r\n${JSON_TYPE}content-length: 2\r\ncontent-length: 3\r\n`, "[] "),
    raw(`200 OK\r\n${JSON_TYPE}content-length: 2\r\ncontent-length: 2\r\n`, "[]"),
    raw(`200 OK\r\n${JSON_TYPE}content-length: 2, 2\r\n`, "[]"),
  ],
  "a length beside chunks": raw(
    `200 OK\r\n${JSON_TYPE}content-length: 2\r\ntransfer-encoding: chunked\r\n`,
    WHOLE_CHUNK,
  ),
  "JSON in gzip, cut before its end": (response) =>
    response.writeHead(200, { ...JSON_HEADER, "content-encoding": "gzip" }).end(gzipSync(text).subarray(0, -12)),
  "206 without being asked": (response) => sendJson(response, LIST, 206, { "content-range": "bytes 0-9/99" }),
  "101 without being asked": raw("101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: a\r\n"),
  "`102 Processing`, `103 Early Hints`, then JSON": (response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: "</a.css>; rel=preload" });
    sendJson(response, LIST);
  },
  "JSON in chunks, with trailer fields": raw(
    `200 OK\r\n${JSON_TYPE}trailer: x-sum\r\ntransfer-encoding: chunked\r\n`,
    WHOLE_CHUNK.replace("0\r\n\r\n", "0\r\nx-sum: 7\r\nset-cookie: a=b\r\n\r\n"),
  ),
  "JSON with two types": raw(`200 OK\r\ncontent-type: text/html\r\n${JSON_TYPE}`, text),
  "JSON as `text/plain`, or without a type": [
    (response) => response.writeHead(200, { "content-type": "text/plain" }).end(text),
    (response) => response.writeHead(200).end(text),
  ],
  "JSON after a byte order mark": (response) => response.writeHead(200, JSON_HEADER).end(`\ufeff${text}`),
  "JSON in Latin-1, named or not": [
    (response) => response.writeHead(200, charset("iso-8859-1")).end(text, "latin1"),
    (response) => response.writeHead(200, JSON_HEADER).end(text, "latin1"),
  ],
  "JSON in UTF-16": [
    (response) => response.writeHead(200, charset("utf-16")).end(text, "utf16le"),
    (response) => response.writeHead(200, JSON_HEADER).end(`\ufeff${text}`, "utf16le"),
  ],
  "JSON in two encodings, one after another": (response) =>
    response.writeHead(200, { ...JSON_HEADER, "content-encoding": "gzip, br" }).end(brotliCompressSync(gzipSync(text))),
  "JSON with `NaN`": (response) => response.writeHead(200, JSON_HEADER).end(text.replace('"order":1', '"order":NaN')),
  "JSON with `Set-Cookie`, or with `Vary: *`": [
    (response) => sendJson(response, LIST, 200, { "set-cookie": "a=b" }),
    (response) => sendJson(response, LIST, 200, { vary: "*" }),
  ],
  "JSON with a `Date` and an `Age` of years": (response) =>
    sendJson(response, LIST, 200, { date: "Fri, 01 Jan 2100 00:00:00 GMT", age: "99999999999" }),
  "JSON, and a connection closed after each answer that `Keep-Alive` says is kept": (response) =>
    response.socket?.end(
      `HTTP/1.1 200 OK\r\n${JSON_TYPE}keep-alive: timeout=60\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    ),
  "a list as an object with numbers for names": (response) => sendJson(response, { 3: LIST[0] }),
  "an object with other names for a list": (response) => sendJson(response, { maps: LIST[0] }),
  "texts for the elements of a list": (response) => sendJson(response, ["/maps"]),
  "JSON with status 203, 226 or 299": [203, 226, 299].map(
    (status) => (response: ServerResponse) => sendJson(response, LIST, status),
  ),
  "XML with status 200": (response) => response.writeHead(200, { "content-type": "application/xml" }).end("<menu/>"),
  "a redirect without an address": (response) => response.writeHead(302).end(),
  "a control character in a header": raw(`200 OK\r\n${JSON_TYPE}x-a: a\x01b\r\ncontent-length: 2\r\n`, "[]"),
  "a body that is not what its encoding says": raw(
    `200 OK\r\n${JSON_TYPE}content-encoding: gzip\r\ncontent-length: 2\r\n`,
    "[]",
  ),
  "a status of 999": raw(`999 Odd\r\n${JSON_TYPE}content-length: 2\r\n`, "[]"),
  "nothing, and a closed connection": (response) => response.socket?.destroy(),
  "nothing for longer than `UPSTREAM_TIMEOUT_MS`": () => {},
  "server-sent events": (response) =>
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n"),
  "500": (response) => sendJson(response, {}, 500),
  "503 of a gateway, without a kept answer": (response) => page(response, 503),
  "401": (response) => sendJson(response, {}, 401),
  "403": (response) => sendJson(response, {}, 403),
  "404": (response) => sendJson(response, {}, 404),
  "429": (response) => sendJson(response, {}, 429),
  "a token": (response) => sendJson(response, { token: token() }),
  "an empty token": (response) => sendJson(response, { token: "" }),
  "403 with a page in HTML": (response) => page(response, 403),
};

let api: ScriptedApi;
let bff: Bff;
beforeEach(async () => {
  api = await ScriptedApi.start();
  bff = await Bff.start(api, { upstreamTimeoutMs: 1_000 });
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

/** The second column of an answer. */
function shown({ status, headers, json, text }: Reply): string {
  if (status === 302 && headers.location === undefined) return "302 nowhere";
  if (status === 302) return headers.location === "/api/Menu/GetAll" ? "302 to itself" : "302 to another host";
  if (headers["content-type"]?.includes("html")) return status === 503 ? "503" : `${status} html`;
  if (status !== 200) return Array.isArray(json) && status < 300 ? "299 json" : String(status);
  if (headers["content-type"]?.includes("xml")) return "200 xml";
  if (/\bNaN\b/.test(text)) return "200 NaN";
  if (typeof json === "object" && json && "token" in json) return json.token === "" ? "200 empty token" : "200 token";
  if (json === null) return "200 null";
  if (text === "") return "200 empty";
  if (text.startsWith("\ufeff[")) return "200 json";
  if (Array.isArray(json)) return typeof json[0] === "string" ? "200 texts" : "200 json";
  return text.startsWith('{"3"') ? "200 numbered" : text.startsWith('{"maps"') ? "200 map" : "200 wrapped";
}

function scriptsOf(row: string): readonly Script[] {
  expect(SCRIPTS, "a script for the row").toHaveProperty([row]);
  return [SCRIPTS[row] ?? []].flat();
}

test.each(oddAnswers("A screen"))("a screen: $api → $bff", async ({ api: what, bff: expected }) => {
  for (const script of scriptsOf(what)) {
    api.on("GET /Menu/GetAll", (_request, response) => script(response));
    expect(shown(await bff.ask("/api/Menu/GetAll", { token: token() }))).toBe(expected);
  }
});

test.each(oddAnswers("The login"))("the login: $api → $bff", async ({ api: what, bff: expected }) => {
  const body = { UserName: "ana", Password: "aXJyaWdhcg==" };
  for (const script of scriptsOf(what)) {
    api.on("POST /Authentication/Login", (_request, response) => script(response));
    expect(shown(await bff.post("/api/Authentication/Login", body))).toBe(expected);
  }
});
