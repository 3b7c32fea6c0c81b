import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { addDevice } from "./device.mjs";
import { makeSecrets } from "./secrets.mjs";

async function made() {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await makeSecrets(folder, "lamina.example.com.br", new Date());
  return { folder, read: (name) => readFileSync(join(folder, name), "utf8") };
}

test("an old and a new authority in one file, one after the other, are both trusted", async () => {
  const installations = [await made(), await made()];
  const ca = installations.map(({ read }) => read("ca.pem")).join("");
  for (const { read } of installations) {
    const server = createServer({ cert: read("api.pem"), key: read("api-key.pem") }).listen(0, "127.0.0.1");
    onTestFinished(() => server.close());
    await once(server, "listening");
    const socket = connect({ host: "127.0.0.1", port: server.address().port, servername: "api", ca });
    onTestFinished(() => socket.destroy());
    await once(socket, "secureConnect");
    expect(socket.authorized).toBe(true);
  }
});

test("a device gets an account of both brokers, once, and only with a serial that a topic can contain", async () => {
  const { folder, read } = await made();
  const files = ["mosquitto-passwords", "emqx-users.csv"];
  const before = files.map(read);
  for (const serial of ["", "a/b", "a:b", "a,b", "+", "sonda 17", "x".repeat(65)])
    expect(() => addDevice(folder, serial), serial).toThrow("cannot be a user name");
  expect(() => addDevice(folder, "bff")).toThrow("has an account");
  expect(files.map(read)).toEqual(before);
  const secret = addDevice(folder, "SONDA-17");
  const [, hash, salt, superuser] = read("emqx-users.csv").trimEnd().split("\n").at(-1).split(",");
  expect(hash).toBe(
    createHash("sha256")
      .update(secret + salt)
      .digest("hex"),
  );
  expect(superuser).toBe("false");
  expect(read("mosquitto-passwords")).toMatch(/^SONDA-17:\$7\$101\$/m);
  expect(() => addDevice(folder, "SONDA-17")).toThrow("has an account");
  expect(() => addDevice(join(folder, "none"), "SONDA-18")).toThrow("run npm run deploy:secrets first");
});

test("a file that is not as it was made is refused by its name, and nothing depends on a new authority silently", async () => {
  const { folder, read } = await made();
  const again = () => makeSecrets(folder, "lamina.example.com.br", new Date());
  expect(await again()).toEqual([]);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const whole = read(name);
    for (const text of ["", " \n", "\0".repeat(whole.length), whole.slice(0, 20)]) {
      writeFileSync(path, text);
      await expect(again(), `${name}: ${JSON.stringify(text)}`).rejects.toThrow(`${path} is empty or damaged: copy it`);
    }
    writeFileSync(path, whole);
  }
  for (const name of ["ca.pem", "ca-key.pem"]) {
    const whole = read(name);
    rmSync(join(folder, name));
    await expect(again()).rejects.toThrow("which signed api.pem and mosquitto.pem: copy both from a backup");
    writeFileSync(join(folder, name), whole);
  }
  rmSync(join(folder, "api-key.pem"));
  await expect(again()).rejects.toThrow("api-key.pem is missing: copy it from a backup, or delete api.pem too");
  rmSync(join(folder, "api.pem"));
  expect(await again()).toEqual(["api-key.pem", "api.pem"]);
});
