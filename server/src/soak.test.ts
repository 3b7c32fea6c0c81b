import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readClaims } from "@lamina/shared/access/authentication";
import { MINUTE_MS } from "@lamina/shared/core/time";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasMosquitto, Mosquitto } from "./testing/broker-mosquitto.ts";
import { BffProcess } from "./testing/chaos/bff-process.ts";
import { ScriptedApi, sendJson } from "./testing/scripted-api.ts";
import { seeded } from "./testing/seeded.ts";
import { Inspector, type Sample } from "./testing/soak/inspector.ts";
import { MixedLoad } from "./testing/soak/load.ts";

const minutes = Number(process.env.LONG_MINUTES ?? 0);
const random = seeded(Number(process.env.LONG_SEED ?? 13));
const LONG = minutes > 0;
const LOAD_MS = LONG ? 20_000 : 2_000;
/** Longer than the keep-alive of both sides, so that only what is held for good is left. */
const REST_MS = LONG ? 7_000 : 1_000;
/** More than the BFF keeps of proofs and of refusals. */
const TOKENS = LONG ? 11_000 : 50;
/** Growth between the first and the last samples that is noise. */
const NOISE = { heap: 1_500_000, collections: 60, entries: 300, handles: 4 };

// CI runs two short rounds, which test the harness; `npm run soak` judges the figures.
describe.skipIf(!hasMosquitto && !process.env.CI)("mixed load with broker restarts and token ends", () => {
  let folder: string;
  let api: ScriptedApi;
  let mosquitto: Mosquitto;
  let bff: BffProcess;
  let inspector: Inspector;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lamina-soak-"));
    [api, mosquitto] = [await ScriptedApi.start(), await Mosquitto.start()];
    api.on("*", ({ headers, url }, response) => {
      const claims = readClaims(headers.authorization?.replace("Bearer ", "") ?? "");
      const isGood = claims && !claims.jti?.startsWith("forged");
      if (isGood) sendJson(response, { data: url.repeat(20) });
      else sendJson(response, { error: "Unauthorized" }, 401);
    });
    for (const [name, text] of [
      ["api.pem", api.ca],
      ["broker.pem", mosquitto.target.ca],
      ["index.html", "<title>Lâmina</title>"],
    ] as const)
      writeFileSync(join(folder, name), text);
    const port = await getPort();
    bff = await BffProcess.create({
      NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
      UPSTREAM_URL: api.url,
      UPSTREAM_CA_FILE: join(folder, "api.pem"),
      CLIENT_DIR: folder,
      CACHE_MAX_BYTES: "4000000",
      CACHE_STALE_IF_ERROR_MS: "1000",
      LOGIN_WINDOW_MS: "5000",
      MQTT_URL: mosquitto.target.url,
      MQTT_USERNAME: mosquitto.target.username,
      MQTT_PASSWORD: mosquitto.target.password,
      MQTT_CA_FILE: join(folder, "broker.pem"),
      MQTT_RECONNECT_PERIOD_MS: "200",
      LOG_LEVEL: "error",
    });
    await bff.start();
    inspector = await Inspector.connect(port);
  });
  afterAll(async () => {
    inspector?.close();
    await bff?.kill();
    await mosquitto?.remove();
    await api?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    "heap, maps, sets and handles return to the same size after each round",
    async () => {
      const load = new MixedLoad(bff.url, random);
      await load.fill(TOKENS);
      const samples: Sample[] = [];
      const end = Date.now() + minutes * MINUTE_MS;
      while (samples.length < 2 || Date.now() < end) {
        await Promise.all([load.run(LOAD_MS), restartBroker()]);
        await delay(REST_MS);
        samples.push(await inspector.sample());
        api.calls.length = 0;
        if (LONG) console.log({ round: samples.length, requests: load.requests, ...samples.at(-1) });
      }
      if (LONG) console.log({ requests: load.requests, statuses: load.statuses, closes: load.closes });
      expect(Object.keys(load.statuses)).toEqual(LONG ? ["200", "401", "429"] : ["200", "401"]);
      expect(load.closes).toHaveProperty("4401");
      if (LONG) expect(growth(samples)).toEqual({ heap: 0, collections: 0, entries: 0, handles: 0 });
    },
    (minutes + 10) * MINUTE_MS,
  );

  async function restartBroker(): Promise<void> {
    await delay(LOAD_MS / 2);
    await mosquitto.stop();
    await mosquitto.start();
  }
});

/** By how much the medians of the first and of the last rounds differ beyond noise; the first round fills caches. */
function growth(samples: readonly Sample[]): Sample {
  const part = Math.max(1, Math.floor((samples.length - 1) / 3));
  const beyondNoise = (key: keyof Sample) => {
    const median = (some: readonly Sample[]) =>
      some.map((sample) => sample[key]).toSorted((a, b) => a - b)[some.length >> 1];
    const grown = (median(samples.slice(-part)) ?? 0) - (median(samples.slice(1, 1 + part)) ?? 0);
    return grown > NOISE[key] ? grown : 0;
  };
  return {
    heap: beyondNoise("heap"),
    collections: beyondNoise("collections"),
    entries: beyondNoise("entries"),
    handles: beyondNoise("handles"),
  };
}
