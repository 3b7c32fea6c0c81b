import { type IncomingMessage, request } from "node:http";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import { EmbeddedBroker } from "../testing/broker.ts";
import { makeToken, NOON, payloadOf } from "../testing/broker-bff.ts";
import { TestSocket } from "../testing/broker-socket.ts";
import { until } from "../testing/broker-until.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import type { RealtimeLimits } from "./limits.ts";

/** The whole BFF, with an API that accepts the tokens of this set, and a real broker. */
let api: ScriptedApi;
let broker: EmbeddedBroker;
let app: FastifyInstance;
let url: string;
let accepted: Set<string>;
let now: number;

beforeEach(async () => {
  broker = await EmbeddedBroker.start();
  api = await ScriptedApi.start();
  accepted = new Set();
  now = NOON;
  api.on("*", ({ headers }, response) => {
    const known = accepted.has(headers.authorization?.replace("Bearer ", "") ?? "");
    sendJson(response, known ? [] : { error: "who are you" }, known ? 200 : 401);
  });
});
afterEach(async () => {
  await app.close();
  await broker.stop();
  await api.stop();
});

async function start(limits: Partial<RealtimeLimits> = {}): Promise<void> {
  const config: Config = {
    ...readConfig({ LOG_LEVEL: "silent", ALLOWED_ORIGINS: "https://farm.test", MQTT_RECONNECT_PERIOD_MS: "50" }),
    upstream: { url: api.url, ca: api.ca },
    broker: broker.target,
  };
  app = await buildApp(config, { clock: () => now, realtimeLimits: limits });
  url = await app.listen({ port: 0, host: "127.0.0.1" });
}

const open = (headers: Record<string, string> = {}) => TestSocket.open(`${url}/realtime`, { headers });

async function enter(token: string): Promise<TestSocket> {
  accepted.add(token);
  const socket = await open();
  socket.send({ type: "authenticate", token });
  await socket.received({ type: "authenticated" });
  return socket;
}

test("bridges a token that the API accepts, and no forged one", async () => {
  await start();
  const token = makeToken("ana");
  const socket = await enter(token);
  socket.send({ type: "subscribe", topic: "notifications" });
  await socket.received({ type: "subscribed" });
  const topic = `ana/${payloadOf(token)}/Frontend/notifications`;
  await broker.publish(topic, JSON.stringify({ message: "água", date: "2025-05-14T12:00:00Z" }));
  await socket.received({ message: "água" });

  const forger = await open();
  forger.send({ type: "authenticate", token: makeToken("ana", "forged") });
  expect((await forger.closed).code).toBe(4401);
});

test("a forged token costs one call of the API, however often it is sent, and is checked again later", async () => {
  await start();
  const token = makeToken("ana", "forged");
  const knock = async () => {
    const socket = await open();
    socket.send({ type: "authenticate", token });
    return (await socket.closed).code;
  };
  for (let attempt = 0; attempt < 3; attempt++) expect(await knock()).toBe(4401);
  expect(api.calls).toHaveLength(1);
  accepted.add(token);
  now += 30_000;
  await enter(token);
});

test("sockets that reconnect together call the API with limited concurrency, and all get in", async () => {
  await start();
  const tokens = Array.from({ length: 60 }, (_, index) => makeToken("ana", `storm-${index}`));
  const gate = Promise.withResolvers<void>();
  let [underWay, most] = [0, 0];
  api.on("*", async (_request, response) => {
    most = Math.max(most, ++underWay);
    await gate.promise;
    underWay--;
    sendJson(response, []);
  });
  const proofs = tokens.map((token) => app.tokens.prove(token));
  await until(() => expect(underWay).toBe(16));
  gate.resolve();
  await Promise.all(proofs);
  expect(most).toBe(16);
});

test("an API that is down or broken closes sockets with 1014, and logs no user out", async () => {
  await start();
  api.json("GET /Client/GetAll", { error: "broken" }, 500);
  const first = await open();
  first.send({ type: "authenticate", token: makeToken("ana") });
  expect((await first.closed).code).toBe(1014);
  await api.stop();
  const second = await open();
  second.send({ type: "authenticate", token: makeToken("ana") });
  expect((await second.closed).code).toBe(1014);
});

const servePage = () =>
  api.on("*", (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html></html>"));

test("behind a gateway's page no token is proved, and a forged one hears nothing", async () => {
  await start();
  servePage();
  const token = makeToken("ana", "forged");
  expect(
    (await app.inject({ url: "/api/Client/GetAll", headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(200);
  const socket = await open();
  socket.send({ type: "authenticate", token });
  socket.send({ type: "subscribe", topic: "notifications" });
  expect((await socket.closed).code).toBe(1014);
  expect(socket.all({ type: "authenticated" })).toEqual([]);
});

test("a proved socket stays behind a gateway's page, until the next verdict or for an hour", async () => {
  await start({ proofMaxAgeMs: 20, unprovedMs: HOUR_MS });
  const [kept, refused, idle] = ["ana", "bruno", "carla"].map((name) => makeToken(name, "1", 4 * HOUR_MS)) as [
    string,
    string,
    string,
  ];
  const sockets = { kept: await enter(kept), refused: await enter(refused), idle: await enter(idle) };
  // Moves the clock while it waits, because a pending request is judged by the moment of its answer.
  const askedAgain = async () => {
    const asked = (token: string) =>
      api.calls.filter(({ headers }) => headers.authorization === `Bearer ${token}`).length;
    const before = { kept: asked(kept), idle: asked(idle) };
    await until(() => {
      now += 1_000;
      expect(asked(kept)).toBeGreaterThan(before.kept);
      expect(asked(idle)).toBeGreaterThan(before.idle);
    });
  };
  servePage();
  await askedAgain();
  sockets.kept.send({ type: "subscribe", topic: "notifications" });
  await sockets.kept.received({ type: "subscribed" });
  api.on("*", ({ headers }, response) => {
    if (headers.authorization === `Bearer ${refused}`) sendJson(response, {}, 401);
    else sendJson(response, []);
  });
  now += 1_000;
  expect((await sockets.refused.closed).code).toBe(4401);
  await askedAgain();
  expect([sockets.kept, sockets.idle].map(({ socket }) => socket.readyState)).toEqual([1, 1]);
  servePage();
  await askedAgain();
  now += HOUR_MS;
  for (const socket of [sockets.kept, sockets.idle]) {
    expect(await socket.closed).toEqual({ code: 1014, reason: "token cannot be proved now" });
  }
});

test("a token that the API refuses on any call ends its sockets with 4401", async () => {
  await start();
  const token = makeToken("ana");
  const socket = await enter(token);
  accepted.delete(token);
  const headers = { authorization: `Bearer ${token}` };
  expect((await app.inject({ url: "/api/Menu/GetAll", headers })).statusCode).toBe(401);
  expect(await socket.closed).toEqual({ code: 4401, reason: "token rejected" });
});

test("a deleted user with an idle socket stops receiving at the next proof", async () => {
  await start({ proofMaxAgeMs: 30 });
  const token = makeToken("ana");
  const socket = await enter(token);
  accepted.delete(token);
  now += 31;
  expect((await socket.closed).code).toBe(4401);
});

test("accepts pages of the BFF's own origin and of the listed ones only", async () => {
  await start();
  for (const origin of [url, url.replace("http:", "https:"), "https://farm.test"]) {
    const socket = await open({ origin });
    await socket.received({ type: "state" });
  }
  for (const origin of ["https://evil.test", "http://127.0.0.1:1", "null", "https://farm.test:444"]) {
    expect((await (await open({ origin })).closed).code).toBe(4403);
  }
});

test("the handshake response carries the request id", async () => {
  await start();
  const headers = {
    connection: "upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "x-request-id": "given-1",
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${url}/realtime`, { headers })
      .on("upgrade", (response, socket) => {
        socket.destroy();
        resolve(response);
      })
      .on("error", reject)
      .end();
  });
  expect(answer).toMatchObject({ statusCode: 101, headers: { "x-request-id": "given-1" } });
});

test.each([
  ["websocket", "/"],
  ["websocket", "/healthz"],
  ["websocket", "/api/Client/GetAll"],
  ["h2c", "/healthz"],
  ["h2c", "/realtime"],
  ["TLS/1.0", "/realtime"],
])("an upgrade to %s at %s is ignored, and answered as a plain request", async (upgrade, path) => {
  await start();
  const headers = { connection: "upgrade", upgrade };
  const ask = (given: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${url}${path}`, { headers: given }, (response) => resolve(response.resume().statusCode))
        .on("upgrade", (response) => resolve(response.statusCode))
        .on("error", reject)
        .end();
    });
  expect(await ask(headers)).toBe(await ask({}));
});

test("/realtime without an upgrade is not found", async () => {
  await start();
  for (const method of ["GET", "HEAD", "POST"] as const) {
    const reply = await app.inject({ method, url: "/realtime" });
    expect(reply).toMatchObject({ statusCode: 404, headers: { "x-request-id": expect.any(String) } });
    expect(reply.headers["content-type"]).toContain("application/problem+json");
  }
});

test("readiness lists the broker, and an API as up by its health call only", async () => {
  await start();
  const dependencies = async () => (await app.inject("/readyz")).json().dependencies;
  const metric = async () =>
    (await app.inject("/metrics")).body.match(/^bff_dependency_up\{dependency="upstream"\} .*$/m)?.[0];
  // The API has no health call yet and answers 401.
  await until(async () => expect(await dependencies()).toEqual({ upstream: "reachable", broker: "up" }));
  expect(await metric()).toBeUndefined();
  api.json("GET /healthz", { status: "serving" });
  await until(async () => expect(await dependencies()).toEqual({ upstream: "up", broker: "up" }));
  expect(await metric()).toMatch(/ 1$/);
  api.json("GET /healthz", { status: "failing" }, 503);
  await until(async () => expect(await dependencies()).toEqual({ upstream: "down", broker: "up" }));
  expect(await metric()).toMatch(/ 0$/);
});
