import { Agent, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test, vi } from "vitest";
import { metrics } from "../metrics/plugin.ts";
import { Dependencies } from "./dependencies.ts";
import { type HealthOptions, health } from "./plugin.ts";

let app: FastifyInstance;
afterEach(() => app.close());

async function build(options: HealthOptions = {}): Promise<FastifyInstance> {
  app = fastify({ return503OnClosing: false });
  await app.register(metrics, {});
  await app.register(health, options);
  return app;
}

test("lists every dependency with its state, and stays ready while one is down", async () => {
  await build({ cacheMs: 0 });
  const error = new Error("connect ECONNREFUSED 10.0.0.1 with password hunter2");
  app.health.register("upstream", () => undefined);
  app.health.register("broker", async () => {
    throw error;
  });
  app.health.register("valkey", () => "unused");
  const dependencies = { upstream: "up", broker: "down", valkey: "unused" };
  const reply = await app.inject("/readyz");
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ status: "ready", dependencies });
  const verbose = await app.inject("/healthz?verbose");
  expect(verbose.json()).toEqual({ status: "serving", uptimeS: expect.any(Number), dependencies });
  const { body } = await app.inject("/metrics");
  expect(body).toContain('bff_dependency_up{dependency="upstream"} 1');
  expect(body).toContain('bff_dependency_up{dependency="broker"} 0');
  expect(body).not.toContain('dependency="valkey"');
  expect(reply.body + verbose.body + body).not.toContain("hunter2");
});

test("answers 503 and names what the process itself needs and lacks", async () => {
  await build();
  let isThere = false;
  app.health.need("client", () => isThere);
  const reply = await app.inject("/readyz");
  expect({ status: reply.statusCode, body: reply.json() }).toEqual({
    status: 503,
    body: { status: "not ready", dependencies: {}, missing: ["client"] },
  });
  isThere = true;
  expect((await app.inject("/readyz")).statusCode).toBe(200);
});

test("a check that throws instead of rejecting counts as down", async () => {
  await build();
  app.health.register("broker", () => {
    throw new Error("closed");
  });
  expect((await app.inject("/readyz")).json().dependencies).toEqual({ broker: "down" });
});

test("a check that never resolves is down after the time limit, and is aborted", async () => {
  await build({ timeoutMs: 20 });
  const stopped = Promise.withResolvers<void>();
  app.health.register("upstream", (signal) => {
    signal.addEventListener("abort", () => stopped.resolve());
    return new Promise(() => undefined);
  });
  const reply = await app.inject("/readyz");
  expect(reply.json().dependencies).toEqual({ upstream: "down" });
  await stopped.promise;
});

test("concurrent probes share one round of checks, and the next round sees the recovery", async () => {
  await build({ cacheMs: 5, timeoutMs: 60_000 });
  const first = Promise.withResolvers<undefined>();
  const check = vi.fn(() => (check.mock.calls.length === 1 ? first.promise : undefined));
  app.health.register("broker", check);
  let arrived = 0;
  app.addHook("onRequest", async () => void arrived++);
  const probes = [app.inject("/readyz"), app.inject("/readyz"), app.inject("/readyz")];
  await vi.waitFor(() => expect(arrived).toBe(3));
  first.reject(new Error("not yet"));
  for (const reply of await Promise.all(probes)) expect(reply.json().dependencies).toEqual({ broker: "down" });
  expect(check).toHaveBeenCalledTimes(1);
  await vi.waitFor(async () => {
    expect((await app.inject("/readyz")).json().dependencies).toEqual({ broker: "up" });
  });
});

test("logs when a dependency goes down and when it comes back, not at each probe", async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const dependencies = new Dependencies({ timeoutMs: 1_000, patienceMs: 1_000, cacheMs: 0, log });
  let isUp = false;
  const check = vi.fn((): undefined => {
    if (!isUp) throw new Error("closed");
  });
  dependencies.register("broker", check);
  const probe = async () => {
    const before = check.mock.calls.length;
    await vi.waitFor(async () => {
      await dependencies.states();
      expect(check.mock.calls.length).toBeGreaterThan(before);
    });
  };
  for (let round = 0; round < 3; round++) await probe();
  isUp = true;
  for (let round = 0; round < 3; round++) await probe();
  dependencies.close();
  expect(log.warn.mock.calls).toEqual([[{ dependency: "broker", reason: "closed" }, "dependency is down"]]);
  expect(log.info.mock.calls).toEqual([[{ dependency: "broker" }, "dependency is up"]]);
});

test("the process is healthy while a dependency is down", async () => {
  await build();
  app.health.register("upstream", () => Promise.reject(new Error("down")));
  expect((await app.inject("/healthz")).statusCode).toBe(200);
});

test("counts the running requests", async () => {
  await build();
  let answer = () => {};
  app.get("/slow", (_request, reply) => {
    answer = () => void reply.send("done");
  });
  const slow = app.inject("/slow");
  const running = async () => /^bff_http_requests_in_flight (\d+)$/m.exec((await app.inject("/metrics")).body)?.[1];
  // The scrape is one of them.
  await expect.poll(running).toBe("2");
  answer();
  await slow;
  expect(await running()).toBe("1");
});

describe("the drain", () => {
  const agent = new Agent({ keepAlive: true });
  afterEach(() => agent.destroy());

  /**
   * Sends a request on a keep-alive connection; resolves to its status and whether the server keeps the connection
   * open.
   */
  function ask(url: string): Promise<{ status: number | undefined; kept: boolean; body: string }> {
    return new Promise((resolve, reject) => {
      get(url, { agent }, async (response) => {
        let body = "";
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode, kept: response.headers.connection !== "close", body });
      }).on("error", reject);
    });
  }

  test("is not ready, still serves, and closes connections", async () => {
    await build();
    app.get("/work", async () => "done");
    const url = await app.listen({ port: 0 });
    expect(await ask(`${url}/work`)).toMatchObject({ status: 200, kept: true });
    const began = app.drain.begin(0);
    expect(await ask(`${url}/readyz`)).toEqual({
      status: 503,
      kept: false,
      body: '{"status":"not ready","dependencies":{},"draining":true}',
    });
    expect(await ask(`${url}/healthz`)).toMatchObject({ status: 200, kept: false });
    expect(await ask(`${url}/work`)).toMatchObject({ status: 200, kept: false });
    await began;
  });

  test("running requests are answered; slow ones are aborted, and listed without their query", async () => {
    await build();
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    app.get("/slow", async () => {
      await gate.promise;
      return "done";
    });
    app.get("/endless", () => {
      arrived.resolve();
      return new Promise(() => {});
    });
    const url = await app.listen({ port: 0 });
    const slow = ask(`${url}/slow`);
    const endless = ask(`${url}/endless?secret=1`).catch((error: Error) => error);
    await arrived.promise;
    // Enough for the first on a busy machine; the second takes all of it.
    const finished = app.drain.finish(1_500);
    gate.resolve();
    expect(await slow).toMatchObject({ status: 200, kept: false });
    expect(await finished).toEqual([{ method: "GET", path: "/endless", ms: expect.any(Number) }]);
    expect(await endless).toBeInstanceOf(Error);
  });

  test("connections with an incomplete request do not delay the end", async () => {
    await build();
    await app.listen({ port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const slowloris = Array.from({ length: 50 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    for (const socket of slowloris) socket.write("GET / HTTP/1.1\r\nhost: a");
    await vi.waitFor(() => expect(slowloris.every((socket) => !socket.connecting)).toBe(true));
    const start = performance.now();
    expect(await app.drain.finish(60_000)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

test("a dependency that answers late is slow, not down, and delays no probe", async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const dependencies = new Dependencies({ timeoutMs: 5_000, patienceMs: 50, cacheMs: 60_000, log });
  let isAnswered = false;
  const answer = delay(1_100, undefined).then(() => {
    isAnswered = true;
    return undefined;
  });
  dependencies.register("upstream", () => answer);
  expect(await dependencies.states()).toEqual({ upstream: "slow" });
  expect(isAnswered).toBe(false);
  await answer;
  expect(await dependencies.states()).toEqual({ upstream: "slow" });
  expect(log.warn).not.toHaveBeenCalled();
  dependencies.close();
});
