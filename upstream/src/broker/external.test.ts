import { type AddressInfo, createServer } from "node:net";
import getPort from "get-port";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, describe, expect, it, type Mock, vi } from "vitest";
import { mosquittoAvailable, startMosquitto } from "../testing/mosquitto.ts";
import type { Broker, DeviceGateway } from "./broker.ts";
import { openExternalBroker } from "./external.ts";
import { subscribeDevices } from "./external-devices.ts";

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

  it("delivers messages to users", async () => {
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

describe.skipIf(!mosquittoAvailable && !process.env.CI)("devices at an external broker (Mosquitto)", () => {
  let mosquitto: Awaited<ReturnType<typeof startMosquitto>>;
  beforeAll(async () => {
    mosquitto = await startMosquitto(ACCOUNT.username, ACCOUNT.password);
  }, 30_000);
  afterAll(() => mosquitto?.stop());

  async function opened(receive: DeviceGateway["receive"]): Promise<Broker> {
    const log = { info: vi.fn(), warn: vi.fn() };
    const { url } = mosquitto;
    const options = { installation: "test", clock, log };
    const broker = await openExternalBroker({ kind: "external", url, caFile: undefined, ...ACCOUNT }, options);
    await broker.acceptDevices({ isSecret: async () => false, receive });
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith("telemetry subscribed"), 5000);
    return broker;
  }
  const messages = (receive: Mock) => receive.mock.calls.map(([topic, payload]) => `${topic} ${payload}`);

  it("are received on their topics only, with and without acknowledgement", async () => {
    const receive = vi.fn(async () => {});
    const broker = await opened(receive);
    const device = await connectAsync(mosquitto.url, ACCOUNT);
    for (const topic of [
      "devices/a/readings",
      "devices/a/pivot",
      "devices/a/b/readings",
      "outro",
      "devices/a/firmware",
    ])
      await device.publishAsync(topic, "{}", { qos: 1 });
    await device.publishAsync("devices/b/readings", "0", { qos: 0 });
    await vi.waitFor(() => expect(receive).toHaveBeenCalledTimes(3));
    expect(messages(receive)).toEqual(["devices/a/readings {}", "devices/a/pivot {}", "devices/b/readings 0"]);
    await device.endAsync();
    await broker.close();
  });

  it("lose no message that was not stored, and none sent while the API is away", async () => {
    const stuck = vi.fn(() => new Promise<void>(() => {}));
    const first = await opened(stuck);
    const device = await connectAsync(mosquitto.url, ACCOUNT);
    await device.publishAsync("devices/a/readings", "1", { qos: 1 });
    await vi.waitFor(() => expect(stuck).toHaveBeenCalledTimes(1));
    await first.close();
    await device.publishAsync("devices/a/readings", "2", { qos: 1 });

    const taken = vi.fn(async () => {});
    const second = await opened(taken);
    await vi.waitFor(() => expect(messages(taken)).toEqual(["devices/a/readings 1", "devices/a/readings 2"]));
    await second.close();
    const third = await opened(stuck);
    await device.publishAsync("devices/a/readings", "3", { qos: 1 });
    await vi.waitFor(() => expect(messages(stuck).at(-1)).toBe("devices/a/readings 3"));
    expect(stuck).toHaveBeenCalledTimes(2);
    await device.endAsync();
    await third.close();
  });

  it("are received again after a failure to store", async () => {
    const receive = vi.fn(async () => {});
    receive.mockRejectedValueOnce(new Error("the queue is full"));
    const log = { info: vi.fn(), warn: vi.fn() };
    const options = { ...ACCOUNT, clientId: "full", reconnectPeriod: 20 };
    const api = subscribeDevices(mosquitto.url, options, { isSecret: async () => false, receive }, log);
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith("telemetry subscribed"));
    const device = await connectAsync(mosquitto.url, ACCOUNT);
    await device.publishAsync("devices/a/readings", "1", { qos: 1 });
    await vi.waitFor(() => expect(messages(receive)).toEqual(["devices/a/readings 1", "devices/a/readings 1"]));
    await Promise.all([device.endAsync(), api.endAsync(true)]);
  });
});

it("reports a message that was not acknowledged before the connection ended", async () => {
  const CONNACK = Buffer.from([0x20, 2, 0, 0]);
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write(CONNACK);
      socket.once("data", () => socket.destroy());
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log = { info: vi.fn(), warn: vi.fn() };
  const broker = await openExternalBroker(
    { kind: "external", url, caFile: undefined, ...ACCOUNT },
    { installation: "test", clock, log },
  );
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith("broker connected"));
  await expect(broker.publisher.publishToUser("ana", "notifications", "Chuva de 12 mm")).rejects.toThrow();
  await broker.close();
  await new Promise((resolve) => server.close(resolve));
});

it("continues without a broker, queues nothing, and closes", async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const url = `mqtt://127.0.0.1:${await getPort()}`;
  const broker = await openExternalBroker(
    { kind: "external", url, caFile: undefined, ...ACCOUNT },
    { installation: "test", clock, log },
  );
  await expect(broker.publisher.publishToUser("ana", "notifications", "Chuva de 12 mm")).rejects.toThrow("no broker");
  await broker.close();
});
