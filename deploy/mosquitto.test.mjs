import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSecrets } from "./secrets.mjs";

const mosquitto = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "mosquitto"))
  .find(existsSync);

describe.skipIf(!mosquitto)("Mosquitto with the deployment's permissions", () => {
  let folder;
  let broker;
  let urls;
  const clients = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lamina-broker-"));
    await makeSecrets(folder, "lamina.example.com.br", new Date());
    copyFileSync(new URL("mosquitto/acl", import.meta.url), join(folder, "acl"));
    const [tls, webSocket] = [await freePort(), await freePort()];
    urls = { devices: `mqtts://localhost:${tls}`, web: `wss://localhost:${webSocket}/mqtt` };
    const text = readFileSync(new URL("mosquitto/mosquitto.conf", import.meta.url), "utf8")
      .replaceAll("/run/secrets/mosquitto-passwords", join(folder, "mosquitto-passwords"))
      .replaceAll("/run/secrets/mosquitto-cert", join(folder, "mosquitto.pem"))
      .replaceAll("/run/secrets/mosquitto-key", join(folder, "mosquitto-key.pem"))
      .replaceAll("/mosquitto/config/", `${folder}/`)
      .replaceAll("/mosquitto/data/", `${folder}/`)
      .replace("listener 8883", `listener ${tls} 127.0.0.1`)
      .replace("listener 8884", `listener ${webSocket} 127.0.0.1`);
    // Started as root, it would change to a user that cannot read this folder.
    writeFileSync(
      join(folder, "mosquitto.conf"),
      `user ${userInfo().username}\nlog_type all\n${text.replace("log_dest stdout", "log_dest stderr")}`,
    );
    broker = spawn(mosquitto, ["-c", join(folder, "mosquitto.conf")], { stdio: ["ignore", "ignore", "pipe"] });
    await new Promise((resolve, reject) => {
      let said = "";
      broker.stderr.setEncoding("utf8").on("data", (text) => {
        said += text;
        if (/mosquitto version .* running/.test(said)) resolve();
      });
      broker.on("exit", () => reject(new Error(said)));
    });
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.endAsync(true)));
    if (broker?.exitCode === null) {
      broker.kill();
      await once(broker, "exit");
    }
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

  test("a wrong password and a missing password are refused", async () => {
    await expect(login(urls.devices, "bff", "wrong")).rejects.toThrow();
    await expect(login(urls.devices)).rejects.toThrow();
  });
});

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
