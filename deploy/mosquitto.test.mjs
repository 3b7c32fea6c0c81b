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

  test("a device hears its own commands alone and gives none; what it says of them is its own", async () => {
    const passwords = ["PP-01", "PP-02"].map((serial) => [serial, addDevice(folder, serial)]);
    broker.reload();
    const panels = {};
    for (const [serial, password] of passwords)
      await expect
        .poll(async () => {
          panels[serial] = await login(urls.devices, serial, password).catch(() => undefined);
          return panels[serial] !== undefined;
        })
        .toBe(true);
    const api = await login(urls.web, "api", secret("mqtt-api"));
    const bff = await login(urls.web, "bff", secret("mqtt-bff"));
    const heard = [];
    const all = { ...panels, api, bff };
    for (const [name, client] of Object.entries(all)) {
      client.on("message", (topic) => heard.push(`${name} ${topic}`));
      await client.subscribeAsync(["devices/+/commands", "devices/+/command-states"], { qos: 1 }).catch(() => {});
    }
    for (const serial of Object.keys(panels)) {
      await panels[serial].subscribeAsync(`devices/${serial}/commands`, { qos: 1 });
      await panels[serial].subscribeAsync("devices/PP-01/command-states", { qos: 1 }).catch(() => {});
    }
    await panels["PP-02"].subscribeAsync("devices/PP-01/commands", { qos: 1 }).catch(() => {});
    for (const client of [panels["PP-01"], panels["PP-02"], bff]) {
      await client.publishAsync("devices/PP-01/commands", "{}", { qos: 1 });
      if (client !== panels["PP-01"]) await client.publishAsync("devices/PP-01/command-states", "{}", { qos: 1 });
    }
    await api.publishAsync("devices/PP-01/commands", "{}", { qos: 1 });
    await panels["PP-01"].publishAsync("devices/PP-01/command-states", "{}", { qos: 1 });
    await api.publishAsync("devices/PP-02/commands", "{}", { qos: 1 });
    await expect
      .poll(() => heard.toSorted())
      .toEqual(["PP-01 devices/PP-01/commands", "PP-02 devices/PP-02/commands", "api devices/PP-01/command-states"]);
  });

  test("a wrong password and a missing password are refused", async () => {
    await expect(login(urls.devices, "bff", "wrong")).rejects.toThrow();
    await expect(login(urls.devices)).rejects.toThrow();
  });
});

test("EMQX has the permissions of Mosquitto", () => {
  const read = (file) => readFileSync(new URL(file, import.meta.url), "utf8");
  const pattern = /^(user|topic|pattern) (?:(read|write|readwrite) )?(\S+)$/;
  const mosquitto = [];
  let user = null;
  for (const line of read("mosquitto/acl").split("\n")) {
    const [, kind, access, topic] = pattern.exec(line) ?? [];
    if (kind === "user") user = topic;
    else if (kind !== undefined)
      for (const action of access === "readwrite"
        ? ["publish", "subscribe"]
        : [access === "read" ? "subscribe" : "publish"])
        mosquitto.push(`${kind === "pattern" ? "all" : user} ${action} ${topic}`);
  }
  const emqx = [];
  for (const line of read("emqx/acl.conf").split("\n")) {
    const [, who, action, topics] = /^\{allow, (all|\{username, "\w+"\}), (\w+), \[(.*)\]\}\.$/.exec(line) ?? [];
    if (who === undefined) continue;
    const name = /"(\w+)"/.exec(who)?.[1] ?? "all";
    for (const one of action === "all" ? ["publish", "subscribe"] : [action])
      for (const [, topic] of topics.matchAll(/"([^"]+)"/g))
        emqx.push(`${name} ${one} ${topic.replace(/\$\{username\}/, "%u")}`);
  }
  expect(emqx.toSorted()).toEqual(mosquitto.toSorted());
  expect(emqx.length).toBeGreaterThan(8);
  // What no line allows is denied.
  expect(read("emqx/acl.conf").trim().split("\n").at(-1)).toBe("{deny, all}.");
});
