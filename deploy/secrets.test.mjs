import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { makeSecrets } from "./secrets.mjs";

async function made() {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await makeSecrets(folder, "lamina.example.com.br", new Date());
  return (name) => readFileSync(join(folder, name), "utf8");
}

test("an old and a new authority in one file, one after the other, are both trusted", async () => {
  const installations = [await made(), await made()];
  const ca = installations.map((read) => read("ca.pem")).join("");
  for (const read of installations) {
    const server = createServer({ cert: read("api.pem"), key: read("api-key.pem") }).listen(0, "127.0.0.1");
    onTestFinished(() => server.close());
    await once(server, "listening");
    const socket = connect({ host: "127.0.0.1", port: server.address().port, servername: "api", ca });
    onTestFinished(() => socket.destroy());
    await once(socket, "secureConnect");
    expect(socket.authorized).toBe(true);
  }
});
