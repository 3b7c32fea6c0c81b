import { hash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;

beforeEach(async () => {
  api = await ScriptedApi.start();
  api.json("POST /MailSubscription/End", { matchedCount: 1 });
  bff = await Bff.start(api);
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const BODY = "List-Unsubscribe=One-Click";
const post = (path: string, body = BODY, headers: Record<string, string> = FORM) =>
  bff.ask(path, { method: "POST", body, headers });

test("a mail program ends the subscription in one request, by either form", async () => {
  const multipart = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
  for (const reply of [
    await post("/unsubscribe?token=a.b.c"),
    await post("/unsubscribe?token=a.b.c", multipart, { "content-type": "multipart/form-data; boundary=x" }),
  ]) {
    expect([reply.status, reply.text]).toEqual([200, "Pronto: este envio foi encerrado.\n"]);
    expect(reply.headers["cache-control"]).toBe("no-store");
  }
  expect(api.calls.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ["POST", "/MailSubscription/End", "Bearer a.b.c"],
    ["POST", "/MailSubscription/End", "Bearer a.b.c"],
  ]);
});

test("an ended subscription clears the cache, as every write does", async () => {
  await bff.stop();
  bff = await Bff.start(api, { cache: { ttlMs: 60_000, maxBytes: 1_000_000, staleIfErrorMs: 0 } });
  api.json("GET /User/Me", { mailsAlerts: true });
  const ana = token();
  const cacheStatus = async () => (await bff.ask("/api/User/Me", { token: ana })).headers["cache-status"];
  expect(await cacheStatus()).toContain("stored");
  expect(await cacheStatus()).toContain("hit");
  await post("/unsubscribe?token=a.b.c");
  expect(await cacheStatus()).toContain("stored");
});

test("a program that only opens the link ends nothing: it gets the page", async () => {
  const reply = await bff.ask("/unsubscribe?token=a.b.c");
  expect([reply.status, reply.text]).toEqual([200, "<title>Lâmina</title>"]);
  expect((await bff.ask("/unsubscribe?token=a.b.c", { method: "HEAD" })).status).toBe(200);
  expect(api.calls).toEqual([]);
});

test("nothing else is forwarded", async () => {
  expect((await post("/unsubscribe")).status).toBe(401);
  expect((await post("/unsubscribe?token=a.b")).status).toBe(401);
  expect((await post("/unsubscribe?token=a.b.c&token=d.e.f")).status).toBe(401);
  expect((await post(`/unsubscribe?token=a.b.${"c".repeat(2048)}`)).status).toBe(401);
  expect((await post("/unsubscribe?token=a.b.c", "")).status).toBe(400);
  expect((await post("/unsubscribe?token=a.b.c", "List-Unsubscribe=Perhaps")).status).toBe(400);
  expect((await post("/unsubscribe?token=a.b.c", "x".repeat(5000))).status).toBe(413);
  expect(api.calls).toEqual([]);
});

test("a link that the API refuses, and an API that fails, have different pages", async () => {
  api.json("POST /MailSubscription/End", { status: 401 }, 401);
  expect((await post("/unsubscribe?token=a.b.c")).status).toBe(401);
  api.json("POST /MailSubscription/End", {}, 500);
  expect((await post("/unsubscribe?token=a.b.c")).status).toBe(502);
});

test("the token of a link proves no person, so that nothing is bridged for it", async () => {
  const link = token({ name: "ana" });
  api.json("GET /MailSubscription/GetOwn", { kind: "alerts", clientName: null, active: true });
  expect((await bff.ask("/api/MailSubscription/GetOwn", { token: link })).status).toBe(200);
  expect(bff.app.tokens.isProved(hash("sha256", link, "hex"))).toBe(false);
});
