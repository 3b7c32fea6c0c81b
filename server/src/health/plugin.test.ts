import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { type HealthOptions, health } from "./plugin.ts";

let app: FastifyInstance;
afterEach(() => app.close());

async function build(options: HealthOptions = {}): Promise<FastifyInstance> {
  app = fastify({ return503OnClosing: false });
  await app.register(health, options);
  return app;
}

test("every dependency is named with its state, and one that is down makes 503", async () => {
  await build({ cacheMs: 0 });
  const error = new Error("connect ECONNREFUSED 10.0.0.1 with password hunter2");
  app.health.register("upstream", () => undefined);
  app.health.register("broker", async () => {
    throw error;
  });
  const reply = await app.inject("/readyz");
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toEqual({ status: "not ready", dependencies: { upstream: "up", broker: "down" } });
  expect(reply.body).not.toContain("hunter2");
});

test("a check that throws instead of rejecting is down too", async () => {
  await build();
  app.health.register("broker", () => {
    throw new Error("closed");
  });
  expect((await app.inject("/readyz")).statusCode).toBe(503);
});

test("a check that never answers is down after the time limit, and is told to stop", async () => {
  await build({ timeoutMs: 20 });
  const stopped = Promise.withResolvers<void>();
  app.health.register("upstream", (signal) => {
    signal.addEventListener("abort", () => stopped.resolve());
    return new Promise(() => undefined);
  });
  const reply = await app.inject("/readyz");
  expect(reply.statusCode).toBe(503);
  expect(reply.json().dependencies).toEqual({ upstream: "down" });
  await stopped.promise;
});

test("many probes at once cost one round of checks, and the next round sees the recovery", async () => {
  await build({ cacheMs: 5 });
  const check = vi.fn(() => {
    if (check.mock.calls.length === 1) throw new Error("not yet");
  });
  app.health.register("broker", check);
  const replies = await Promise.all([app.inject("/readyz"), app.inject("/readyz"), app.inject("/readyz")]);
  expect(replies.map((reply) => reply.statusCode)).toEqual([503, 503, 503]);
  expect(check).toHaveBeenCalledTimes(1);
  await vi.waitFor(async () => expect((await app.inject("/readyz")).statusCode).toBe(200));
});

test("the process is healthy while a dependency is down", async () => {
  await build();
  app.health.register("upstream", () => Promise.reject(new Error("down")));
  expect((await app.inject("/healthz")).statusCode).toBe(200);
});

test("it is not ready while it is going down", async () => {
  await build();
  const going = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  app.addHook("preClose", async () => {
    going.resolve();
    await asked.promise;
  });
  const url = await app.listen({ port: 0 });
  const closed = app.close();
  try {
    await going.promise;
    const ready = await fetch(`${url}/readyz`);
    expect({ status: ready.status, body: await ready.json() }).toEqual({
      status: 503,
      body: { status: "not ready", dependencies: {} },
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/anything`)).status).toBe(503);
  } finally {
    asked.resolve();
  }
  await closed;
});
