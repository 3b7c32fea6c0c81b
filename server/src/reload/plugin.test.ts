import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import type { FastifyInstance } from "fastify";
import { exportJWK, SignJWT } from "jose";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Certificate, makeCertificate } from "../../../scripts/testing/certificate.ts";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { EmbeddedBroker } from "../testing/broker.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";
import { hasValkey, Valkey } from "../testing/valkey.ts";

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
        // An idle connection would delay the close of the server.
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

test("connects to the broker once its authority, user and password are right", async () => {
  const broker = await EmbeddedBroker.start();
  onTestFinished(() => broker.stop());
  const { url, ca, username, password } = broker.target;
  put("ca.pem", (await makeCertificate()).cert);
  put("user", "outro");
  put("password", "errada");
  const [MQTT_CA_FILE, MQTT_USERNAME_FILE, MQTT_PASSWORD_FILE] = [at("ca.pem"), at("user"), at("password")];
  const files = { MQTT_CA_FILE, MQTT_USERNAME_FILE, MQTT_PASSWORD_FILE };
  await start({ UPSTREAM_URL: "https://api.test", MQTT_URL: url, MQTT_RECONNECT_PERIOD_MS: "20", ...files });
  put("ca.pem", ca);
  put("user", username);
  put("password", password);
  await vi.waitFor(() => expect(broker.connected).toBe(1));
});

test("proves tokens by the secret that the file contains", async () => {
  const [old, renewed] = ["o", "r"].map((letter) => letter.repeat(32));
  put("secret", old ?? "");
  await start({ UPSTREAM_URL: "https://api.test", TOKEN_SECRET_FILE: at("secret") });
  const key = new TextEncoder().encode(renewed);
  const signed = () =>
    new SignJWT({ name: "ana" }).setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h").sign(key);
  await expect(app.tokens.prove(await signed())).rejects.toThrow();
  put("secret", renewed ?? "");
  await vi.waitFor(async () => expect(await app.tokens.prove(await signed())).toBeDefined());
});

/** A pair of keys and a token of it. */
async function makeSigner() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signed = new SignJWT({ name: "ana" }).setProtectedHeader({ alg: "ES256", kid: "1" }).setExpirationTime("1h");
  return {
    pem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    keys: { keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" }] },
    token: await signed.sign(privateKey),
  };
}

test("proves tokens by the public key that the file contains, and no longer those of the old one", async () => {
  const [old, renewed] = [await makeSigner(), await makeSigner()];
  put("key.pem", old.pem);
  await start({ UPSTREAM_URL: "https://api.test", TOKEN_PUBLIC_KEY_FILE: at("key.pem") });
  expect(await app.tokens.prove(old.token)).toBeDefined();
  await expect(app.tokens.prove(renewed.token)).rejects.toThrow();
  put("key.pem", renewed.pem);
  await vi.waitFor(async () => expect(await app.tokens.prove(renewed.token)).toBeDefined());
  await expect(app.tokens.prove(old.token)).rejects.toThrow();
});

test("asks for the key set of tokens with the authority that the file contains", async () => {
  const [old, renewed] = [await makeCertificate(), await makeCertificate()];
  put("ca.pem", old.cert);
  const api = await ScriptedApi.start(0, renewed);
  onTestFinished(() => api.stop());
  const signer = await makeSigner();
  api.json("GET /jwks", signer.keys);
  await start({ UPSTREAM_URL: api.url, UPSTREAM_CA_FILE: at("ca.pem"), TOKEN_JWKS_URL: `${api.url}/jwks` });
  await expect(app.tokens.prove(signer.token)).rejects.toThrow();
  put("ca.pem", renewed.cert);
  await vi.waitFor(async () => expect(await app.tokens.prove(signer.token)).toBeDefined());
});

test.skipIf(!hasValkey && !process.env.CI)("uses Valkey once its URL has the right password", async () => {
  const valkey = await Valkey.start();
  onTestFinished(() => valkey.remove());
  put("url", valkey.url.replace(/:[^:]+@/, ":errada@"));
  await start({ UPSTREAM_URL: "https://api.test", VALKEY_URL_FILE: at("url") });
  expect(app.valkey?.usable).toBe(false);
  put("url", valkey.url);
  await vi.waitFor(() => expect(app.valkey?.usable).toBe(true));
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
