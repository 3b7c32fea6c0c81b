import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDevice } from "./device.mjs";
import { makeSecrets } from "./secrets.mjs";
import { hasMosquitto, startMosquitto } from "./testing/services.mjs";

describe.skipIf(!hasMosquitto)("Mosquitto with the deployment's permissions", () => {
  let folder;
  let broker;
  let urls;
  const clients = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lamina-broker-"));
    await makeSecrets(folder, "lamina.example.com.br", new Date());
    broker = await startMosquitto(folder);
    urls = broker.urls;
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.endAsync(true)));
    await broker?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const login = async (url, username, password) => {
    const ca = readFileSync(join(folder, "ca.pem"));
    const client = await connectAsync(url, { username, password, ca, reconnectPeriod: 0 });
    clients.push(client);
    return client;
  };
  const secret = (name) => readFileSync(join(folder, name), "utf8");

  test("the BFF receives session topics and no device topics; the API receives device topics", async () => {
    const bff = await login(urls.web, "bff", secret("mqtt-bff"));
    const api = await login(urls.web, "api", secret("mqtt-api"));
    const heard = [];
    for (const [name, client] of Object.entries({ bff, api })) {
      client.on("message", (topic) => heard.push(`${name} ${topic}`));
      await client.subscribeAsync(["ana/+/Frontend/+", "devices/+/readings"], { qos: 1 });
    }
    await api.publishAsync("devices/S1/readings", "{}", { qos: 1 });
    await bff.publishAsync("devices/S1/readings", "{}", { qos: 1 });
    await api.publishAsync("ana/ALL/Frontend/notifications", "{}", { qos: 1 });
    await expect.poll(() => heard).toEqual(["bff ana/ALL/Frontend/notifications"]);
  });

  test("a device that is added while the broker runs logs in, and reaches only its own topics", async () => {
    const password = addDevice(folder, "SONDA-17");
    await expect(login(urls.devices, "SONDA-17", password)).rejects.toThrow();
    broker.reload();
    let device;
    await expect
      .poll(async () => {
        device = await login(urls.devices, "SONDA-17", password).catch(() => undefined);
        return device !== undefined;
      })
      .toBe(true);
    const api = await login(urls.web, "api", secret("mqtt-api"));
    const heard = [];
    api.on("message", (topic) => heard.push(topic));
    await api.subscribeAsync("devices/+/readings", { qos: 1 });
    await device.publishAsync("devices/SONDA-18/readings", "{}", { qos: 1 });
    await device.publishAsync("devices/SONDA-17/readings", "{}", { qos: 1 });
    await expect.poll(() => heard).toEqual(["devices/SONDA-17/readings"]);
  });

  test("a wrong password and a missing password are refused", async () => {
    await expect(login(urls.devices, "bff", "wrong")).rejects.toThrow();
    await expect(login(urls.devices)).rejects.toThrow();
  });
});
