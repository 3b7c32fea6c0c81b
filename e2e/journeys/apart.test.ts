import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API_PORT } from "@lamina/shared/core/limits";
import { afterAll, beforeAll, expect } from "vitest";
import { recordNotifications, shownNotifications } from "../browser/notifications.ts";
import { JOURNEY_SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { mosquittoFile, type RunningMosquitto, startMosquitto } from "../product/mosquitto.ts";
import { type Program, runEntry } from "../product/program.ts";
import { openPublisher } from "../product/publisher.ts";
import { enter, expectLive, expectPath, logIn, loginAlert, stored } from "../screens.ts";

// The parts as an operator runs them: separate processes with their own authorities, configured by the environment
// only.

/** It makes its own certificates, which are checked by the machine's clock. */
const MACHINE_CLOCK = { CLOCK_OFFSET_MS: "0" };

let folder: string;
let mosquitto: RunningMosquitto | undefined;
let api: Program | undefined;
let apiUrl: string;

beforeAll(async () => {
  if (!mosquittoFile) return;
  folder = mkdtempSync(join(tmpdir(), "lamina-apart-"));
  mosquitto = await startMosquitto(mosquittoFile);
  api = runEntry("reference API", "reference/main.ts", {
    DATA_DIR: folder,
    DEMO_HISTORY_DAYS: "0",
    ...MACHINE_CLOCK,
    MQTT_URL: mosquitto.broker.url,
    MQTT_USERNAME: mosquitto.broker.username,
    MQTT_PASSWORD: mosquitto.broker.password,
    MQTT_CA_FILE: mosquitto.caFile,
  });
  const running = api;
  const port = await running.waitFor("URL", () => /https:\/\/[^\s:"]+:(\d+)/.exec(running.output)?.[1], 90_000);
  apiUrl = `https://localhost:${port}`;
});

afterAll(async () => {
  await api?.stop();
  await mosquitto?.[Symbol.asyncDispose]();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

journey.for(JOURNEY_SIZES)(
  "the core of the product with its pieces apart, at $size size",
  async (size, { keep, visit, skip }) => {
    if (!mosquitto) return skip("Mosquitto is not installed");
    const caFile = join(folder, "tls", "ca.pem");
    expect(existsSync(caFile)).toBe(true);
    if (process.getuid?.() === 0) expect([API_PORT, 4440]).toContain(Number(new URL(apiUrl).port));

    const { broker, caFile: brokerCaFile } = mosquitto;
    const environment = bffEnvironment({ url: apiUrl, caFile, broker, demo: null });
    const bff = await keep(startBff({ ...environment, MQTT_CA_FILE: brokerCaFile, ...MACHINE_CLOCK }));
    const visitor = await visit(bff.url, size, { clockOffsetMs: 0 });
    await recordNotifications(visitor);

    await visitor.page.goto("/charts/soilmoisture");
    await expectPath(visitor, "/login");
    const reloaded = visitor.page.waitForEvent("load");
    await logIn(visitor, "bruno", "wrong");
    await loginAlert(visitor).getByText("Usuário ou senha inválidos").waitFor();
    await reloaded;
    await loginAlert(visitor).getByRole("button", { name: "Fechar" }).click();

    await enter(visitor, "bruno");
    await expectPath(visitor, "/irrigameter/calculated-pivot");
    await expectLive(visitor);
    const publisher = await keep(openPublisher(mosquitto));
    await publisher.notify("bruno", "Mensagem pelo Mosquitto", (await stored(visitor, "token")) ?? "");
    await expect
      .poll(() => shownNotifications(visitor))
      .toContainEqual({
        title: "Mensagem",
        body: "Mensagem pelo Mosquitto",
      });

    await visitor.page.reload();
    await expectPath(visitor, "/irrigameter/calculated-pivot");
    await visitor.page.goto("/logout");
    await expectPath(visitor, "/login");
  },
);
