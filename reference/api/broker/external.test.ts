import { type AddressInfo, createServer } from "node:net";
import { connectAsync } from "mqtt";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, it, type Mock, vi } from "vitest";
import { freePort } from "../../../scripts/testing/free-port.ts";
import { mosquittoAvailable, startMosquitto } from "../../testing/mosquitto.ts";
import type { Broker, DeviceGateway } from "./broker.ts";
import { openExternalBroker } from "./external.ts";
import { subscribeDevices } from "./external-devices.ts";

const ACCOUNT = { username: "api", password: "segredo" };
/** As the configuration has it. */
const OWN = { username: () => ACCOUNT.username, password: () => ACCOUNT.password };
const clock = { now: () => new Date("2026-05-14T05:14:00Z") };

describe.skipIf(!mosquittoAvailable && !process.env.CI)("an external broker (Mosquitto)", () => {
  let mosquitto: Awaited<ReturnType<typeof startMosquitto>>;
  let broker: Broker;
  const log = { info: vi.fn(), warn: vi.fn() };
  beforeAll(async () => {
    mosquitto = await startMosquitto(ACCOUNT.username, ACCOUNT.password);
    const { url } = mosquitto;
    broker = await openExternalBroker(
      { kind: "external", url, ca: undefined, ...OWN },
      { installation: "test", clock, log },
    );
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith("broker connected"));
  });
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

  it("takes the readings of a device that speaks MQTT 5", async () => {
    const receive = vi.fn(async () => {});
    const end = await broker.acceptDevices({ isSecret: async () => false, receive });
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith("telemetry subscribed"));
    const device = await connectAsync(mosquitto.url, { ...ACCOUNT, protocolVersion: 5 });
    const properties = { contentType: "application/json", messageExpiryInterval: 60 };
    await device.publishAsync("devices/EST-5/readings", "{}", { qos: 1, properties });
    await vi.waitFor(() => expect(receive).toHaveBeenCalledWith("devices/EST-5/readings", Buffer.from("{}")));
    await device.endAsync();
    await end();
  });

  it("logs in with the password of that time after the broker has a new one", async () => {
    let password = "antiga";
    let own = await startMosquitto(ACCOUNT.username, password);
    const { url } = own;
    const server = {
      kind: "external",
      url,
      ca: undefined,
      username: () => ACCOUNT.username,
      password: () => password,
    } as const;
    const heard = { info: vi.fn(), warn: vi.fn() };
    const following = await openExternalBroker(server, { installation: "test", clock, log: heard, reconnectMs: 20 });
    await following.acceptDevices({ isSecret: async () => false, receive: async () => {} });
    await vi.waitFor(() => expect(heard.info).toHaveBeenCalledTimes(2));
    await own.stop();
    own = await startMosquitto(ACCOUNT.username, "nova", { port: Number(new URL(url).port) });
    await vi.waitFor(() =>
      expect(heard.warn).toHaveBeenCalledWith({ reason: expect.stringMatching(/refused/) }, "broker"),
    );
    password = "nova";
    await vi.waitFor(() => expect(heard.info).toHaveBeenCalledTimes(4));
    await following.close();
    await own.stop();
  });

  it.each(["mqtts", "wss"] as const)(
    "trusts the authority of that time after the broker has another (%s)",
    async (protocol) => {
      const [old, next] = [await makeCertificate(), await makeCertificate()];
      let ca = old.cert;
      const heard = { info: vi.fn(), warn: vi.fn() };
      const { username, password } = ACCOUNT;
      let own = await startMosquitto(username, password, { tls: { ...old, protocol } });
      const server = { kind: "external", url: own.url, ...OWN, ca: () => ca } as const;
      const following = await openExternalBroker(server, { installation: "test", clock, log: heard, reconnectMs: 20 });
      await following.acceptDevices({ isSecret: async () => false, receive: async () => {} });
      await vi.waitFor(() => expect(heard.info).toHaveBeenCalledTimes(2));
      ca = "half of a file";
      await own.stop();
      own = await startMosquitto(username, password, {
        port: Number(new URL(own.url).port),
        tls: { ...next, protocol },
      });
      await vi.waitFor(() =>
        expect(heard.warn).toHaveBeenCalledWith({ reason: expect.stringMatching(/certificate/) }, "broker"),
      );
      expect(heard.info).toHaveBeenCalledTimes(2);
      ca = next.cert;
      await vi.waitFor(() => expect(heard.info).toHaveBeenCalledTimes(4));
      await following.close();
      await own.stop();
    },
  );
});

/** Self-signed, so that it is its own authority. */
async function makeCertificate(): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  });
  return { cert, key };
}

describe.skipIf(!mosquittoAvailable && !process.env.CI)("devices at an external broker (Mosquitto)", () => {
  let mosquitto: Awaited<ReturnType<typeof startMosquitto>>;
  beforeAll(async () => {
    mosquitto = await startMosquitto(ACCOUNT.username, ACCOUNT.password);
  });
  afterAll(() => mosquitto?.stop());

  async function opened(receive: DeviceGateway["receive"]): Promise<Broker> {
    const log = { info: vi.fn(), warn: vi.fn() };
    const { url } = mosquitto;
    const options = { installation: "test", clock, log };
    const broker = await openExternalBroker({ kind: "external", url, ca: undefined, ...OWN }, options);
    await broker.acceptDevices({ isSecret: async () => false, receive });
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith("telemetry subscribed"));
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

  it("are received together, and each is acknowledged when it is stored", async () => {
    const gates = new Map<string, () => void>();
    const receive = vi.fn((_topic: string, payload: Uint8Array) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.set(Buffer.from(payload).toString(), resolve);
      return promise;
    });
    const first = await opened(receive);
    const device = await connectAsync(mosquitto.url, ACCOUNT);
    for (const payload of ["a", "b", "c"]) await device.publishAsync("devices/a/readings", payload, { qos: 1 });
    // Also one that the test before did not acknowledge.
    await vi.waitFor(() => expect([...gates.keys()]).toEqual(["3", "a", "b", "c"]));
    gates.get("3")?.();
    gates.get("b")?.();
    // Arrives after the acknowledgement of the second.
    await device.publishAsync("devices/a/readings", "d", { qos: 1 });
    await vi.waitFor(() => expect(gates.has("d")).toBe(true));
    await first.close();
    const again = vi.fn(async () => {});
    const second = await opened(again);
    await vi.waitFor(() =>
      expect(messages(again)).toEqual(["a", "c", "d"].map((payload) => `devices/a/readings ${payload}`)),
    );
    await device.endAsync();
    await second.close();
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
    { kind: "external", url, ca: undefined, ...OWN },
    { installation: "test", clock, log },
  );
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith("broker connected"));
  await expect(broker.publisher.publishToUser("ana", "notifications", "Chuva de 12 mm")).rejects.toThrow();
  await broker.close();
  await new Promise((resolve) => server.close(resolve));
});

it("continues without a broker, queues nothing, and closes", async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const url = `mqtt://127.0.0.1:${await freePort()}`;
  const broker = await openExternalBroker(
    { kind: "external", url, ca: undefined, ...OWN },
    { installation: "test", clock, log },
  );
  await expect(broker.publisher.publishToUser("ana", "notifications", "Chuva de 12 mm")).rejects.toThrow("no broker");
  await broker.close();
});
