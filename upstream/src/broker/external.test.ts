import { connectAsync } from "mqtt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { mosquittoAvailable, startMosquitto } from "../testing/mosquitto.ts";
import { freePort } from "../testing/port.ts";
import type { Broker } from "./broker.ts";
import { openExternalBroker } from "./external.ts";

const ACCOUNT = { username: "api", password: "segredo" };
const clock = { now: () => new Date("2026-05-14T05:14:00Z") };

describe.skipIf(!mosquittoAvailable && !process.env.CI)("an external broker (Mosquitto)", () => {
  let mosquitto: Awaited<ReturnType<typeof startMosquitto>>;
  let broker: Broker;
  const log = { info: vi.fn(), warn: vi.fn() };
  beforeAll(async () => {
    mosquitto = await startMosquitto(ACCOUNT.username, ACCOUNT.password);
    const { url } = mosquitto;
    broker = await openExternalBroker(
      { kind: "external", url, caFile: undefined, ...ACCOUNT },
      { installation: "test", clock, log },
    );
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith("broker connected"), 5000);
  }, 30_000);
  afterAll(async () => {
    await broker?.close();
    await mosquitto?.stop();
  });

  it("carries what users are told", async () => {
    const client = await connectAsync(mosquitto.url, ACCOUNT);
    const received: string[] = [];
    client.on("message", (topic, payload) => received.push(`${topic} ${payload}`));
    await client.subscribeAsync("+/ALL/Frontend/#", { qos: 1 });
    await broker.publisher.publishToUser("josé da silva", "notifications", "Chuva de 12 mm");
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]).toBe(
      'josé da silva/ALL/Frontend/notifications {"message":"Chuva de 12 mm","date":"2026-05-14T05:14:00.000Z"}',
    );
    await client.endAsync();
  });
});

it("goes on without a broker, keeping nothing for later, and closes", async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const url = `mqtt://127.0.0.1:${await freePort()}`;
  const broker = await openExternalBroker(
    { kind: "external", url, caFile: undefined, ...ACCOUNT },
    { installation: "test", clock, log },
  );
  await broker.publisher.publishToUser("ana", "notifications", "Chuva de 12 mm");
  expect(log.warn).toHaveBeenCalledWith({ topic: "notifications" }, "not published: no broker");
  await broker.close();
});
