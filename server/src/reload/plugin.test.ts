import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { type Certificate, makeCertificate } from "../testing/broker-certificate.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let folder: string;
let app: FastifyInstance;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lamina-reload-"));
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Replaces a file as certificate tools do. */
function put(name: string, content: string): void {
  writeFileSync(at(`${name}.new`), content);
  renameSync(at(`${name}.new`), at(name));
}

function putPair({ cert, key }: Certificate): void {
  put("cert.pem", cert);
  put("key.pem", key);
}

async function start(env: Record<string, string>): Promise<void> {
  const read = () => readConfig({ LOG_LEVEL: "silent", ...env });
  app = await buildApp(read(), { client: folder, reload: { read, everyMs: 10 } });
  await app.listen({ host: "127.0.0.1", port: 0 });
}

test("serves a renewed certificate without a restart, even if its key is replaced a moment later", async () => {
  const [old, renewed] = [await makeCertificate(), await makeCertificate()];
  putPair(old);
  await start({ UPSTREAM_URL: "https://api.test", TLS_CERT_FILE: at("cert.pem"), TLS_KEY_FILE: at("key.pem") });
  const { port } = app.server.address() as { port: number };
  const isServed = ({ cert }: Certificate) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: "127.0.0.1", ca: cert }, () => {
        // A connection without a request would hold back the close of the server.
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
  expect(await isServed(old)).toBe(true);
  put("cert.pem", renewed.cert);
  expect(await isServed(old)).toBe(true);
  put("key.pem", renewed.key);
  await vi.waitFor(async () => expect(await isServed(renewed)).toBe(true));
  expect(await isServed(old)).toBe(false);
});

test("trusts an API with another authority once the file contains it", async () => {
  const [old, renewed] = [await makeCertificate(), await makeCertificate()];
  put("ca.pem", old.cert);
  const api = await ScriptedApi.start(0, renewed);
  onTestFinished(() => api.stop());
  api.json("*", []);
  await start({ UPSTREAM_URL: api.url, UPSTREAM_CA_FILE: at("ca.pem") });
  const status = async () => {
    const headers = { authorization: `Bearer ${token()}` };
    return (await app.inject({ url: "/api/Client/GetAll", headers })).statusCode;
  };
  expect(await status()).toBe(502);
  put("ca.pem", renewed.cert);
  await vi.waitFor(async () => expect(await status()).toBe(200));
});

test("a file that becomes unreadable changes nothing", async () => {
  const certificate = await makeCertificate();
  put("ca.pem", certificate.cert);
  const api = await ScriptedApi.start(0, certificate);
  onTestFinished(() => api.stop());
  api.json("*", []);
  const error = vi.fn();
  await start({ UPSTREAM_URL: api.url, UPSTREAM_CA_FILE: at("ca.pem") });
  app.log.error = error;
  put("ca.pem", "rubbish");
  await vi.waitFor(() => expect(error).toHaveBeenCalled());
  const headers = { authorization: `Bearer ${token()}` };
  expect((await app.inject({ url: "/api/Client/GetAll", headers })).statusCode).toBe(200);
});
