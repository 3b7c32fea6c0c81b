import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { oddAnswers } from "../../../scripts/testing/odd-answers.ts";
import { Bff, type Reply } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

const LIST = [{ _id: "m1", title: "Mapa", path: "/maps" }];
const JSON_TYPE = "content-type: application/json\r\n";
const text = JSON.stringify(LIST);
const page = (response: ServerResponse, status: number) =>
  response.writeHead(status, { "content-type": "text/html" }).end("<h1>Em manutenção</h1>");
const raw =
  (head: string, body = "") =>
  (response: ServerResponse) =>
    response.socket?.end(`HTTP/1.1 ${head}\r\n${body}`);

/** What the API does, by the first column. */
const SCRIPTS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
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
  "two different lengths": raw(`200 OK\r\n${JSON_TYPE}content-length: 2\r\ncontent-length: 3\r\n`, "[] "),
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
  if (status === 302) return headers.location === "/api/Menu/GetAll" ? "302 to itself" : "302 to another host";
  if (headers["content-type"]?.includes("html")) return status === 503 ? "503" : `${status} html`;
  if (status !== 200) return String(status);
  if (typeof json === "object" && json && "token" in json) return json.token === "" ? "200 empty token" : "200 token";
  if (json === null) return "200 null";
  return text === "" ? "200 empty" : Array.isArray(json) ? "200 json" : "200 wrapped";
}

test.each(oddAnswers("A screen"))("a screen: $api → $bff", async ({ api: what, bff: expected }) => {
  api.on("GET /Menu/GetAll", (_request, response) => SCRIPTS[what]?.(response));
  expect(SCRIPTS, "a script for the row").toHaveProperty([what]);
  expect(shown(await bff.ask("/api/Menu/GetAll", { token: token() }))).toBe(expected);
});

test.each(oddAnswers("The login"))("the login: $api → $bff", async ({ api: what, bff: expected }) => {
  api.on("POST /Authentication/Login", (_request, response) => SCRIPTS[what]?.(response));
  expect(SCRIPTS, "a script for the row").toHaveProperty([what]);
  const body = { UserName: "ana", Password: "aXJyaWdhcg==" };
  expect(shown(await bff.post("/api/Authentication/Login", body))).toBe(expected);
});
