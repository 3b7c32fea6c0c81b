import { Agent, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
import Fastify from "fastify";
import { expect, it, onTestFinished, vi } from "vitest";
import { closeGracefully } from "./graceful-close.ts";

it("answers during the drain, each request as the last one of its connection", async () => {
  const app = Fastify();
  closeGracefully(app);
  app.get("/", async () => "sim");
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = () =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, agent }, (response) => {
        const { statusCode, headers } = response;
        response.resume().on("end", () => resolve([statusCode, headers.connection, sent.reusedSocket]));
      });
      sent.on("error", reject).end();
    });
  expect(await ask()).toEqual([200, "keep-alive", false]);
  await app.drain(1);
  expect(await ask()).toEqual([200, "close", true]);
  expect(await ask()).toEqual([200, "close", false]);
});

/** An API with a call that waits until it is released, and the promise of its start. */
async function slowApi() {
  const app = Fastify();
  closeGracefully(app);
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get("/slow", async () => {
    begun.resolve();
    await released.promise;
    return "sim";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, begun: begun.promise, release: () => released.resolve() };
}

it("answers a request that runs as long as the BFF waits, and cuts one that runs longer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const [ms, status] of [
    [REQUEST_TIMEOUT_MS - 5_000, 200],
    [REQUEST_TIMEOUT_MS + 5_000, undefined],
  ] as const) {
    const { app, port, begun, release } = await slowApi();
    const asked = fetch(`http://127.0.0.1:${port}/slow`).then(
      (answer) => answer.status,
      () => undefined,
    );
    await begun;
    const closed = app.close();
    await vi.advanceTimersByTimeAsync(ms);
    release();
    expect(await asked).toBe(status);
    await closed;
  }
});

it("does not wait for a connection that has sent only the beginning of a request", async () => {
  const { app, port } = await slowApi();
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.write("GET /slow HTTP/1.1\r\n", () => resolve()));
  await vi.waitFor(async () => {
    const connections = await new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    expect(connections).toBe(1);
  });
  const began = performance.now();
  await app.close();
  expect(performance.now() - began).toBeLessThan(REQUEST_TIMEOUT_MS / 6);
});
