import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
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
