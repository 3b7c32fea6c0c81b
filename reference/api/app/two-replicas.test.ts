import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { expect, it, onTestFinished, vi } from "vitest";
import { startTestApi } from "../../testing/api.ts";
import { mosquittoAvailable, startMosquitto } from "../../testing/mosquitto.ts";
import { postgresAvailable, startPostgres } from "../../testing/postgres.ts";
import { ensureCertificate } from "../core/tls/certificate.ts";

const CLIENT = "demo-santa-clara";
const ACCOUNT = { MQTT_USERNAME: "api", MQTT_PASSWORD: "segredo" };

// In this process; replicas.test.ts starts those of the compose file.
it.skipIf(!(postgresAvailable && mosquittoAvailable) && !process.env.CI)(
  "two replicas accept each other's tokens, and a write of one invalidates the answers of the other",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "two-replicas-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const mosquitto = await startMosquitto(ACCOUNT.MQTT_USERNAME, ACCOUNT.MQTT_PASSWORD);
    onTestFinished(() => mosquitto.stop());
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const { cert, key } = await ensureCertificate(join(folder, "tls"), ["localhost"], new Date());
    const files = Object.entries({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key, SECRET_KEY_FILE: "k".repeat(32) });
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
    const environment = {
      ...Object.fromEntries(files.map(([name]) => [name, join(folder, name)])),
      ...ACCOUNT,
      ...{ MQTT_URL: mosquitto.url, DATABASE_URL: await server.createMigratedDatabase(), DEMO: "1", ROLE: "api" },
    };
    const start = async () => {
      const api = await startTestApi({ environment });
      onTestFinished(() => api.close());
      return api;
    };
    const [one, other] = [await start(), await start()];
    const user = { UserName: "ana", Password: encodeBase64("irrigar") };
    const login = await one.app.inject({ method: "POST", url: "/Authentication/Login", payload: user });
    const headers = { authorization: `Bearer ${login.json<{ token: string }>().token}` };
    const ask = async (url: string) => {
      const reply = await other.app.inject({ url, headers });
      expect(reply.statusCode).toBe(200);
      return reply;
    };
    const board = async () => (await ask(`/Irrigameter/GetByClientID?ID=${CLIENT}`)).headers.etag;
    const before = await board();
    expect(before).toBeDefined();
    const [farm] = (await ask(`/Farm/GetByClientID?ID=${CLIENT}`)).json<{ _id: string }[]>();
    const payload = { _id: farm?._id, name: "Outro nome" };
    expect(await one.app.inject({ method: "POST", url: "/Farm/Update", headers, payload })).toMatchObject({
      statusCode: 200,
    });
    await vi.waitFor(async () => expect(await board()).not.toBe(before));
  },
);
