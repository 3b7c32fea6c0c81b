import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readClaims } from "@lamina/shared/access/authentication";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../scripts/testing/free-port.ts";
import { hasMosquitto, Mosquitto } from "./testing/broker-mosquitto.ts";
import { BffProcess } from "./testing/chaos/bff-process.ts";
import { ScriptedApi, sendJson } from "./testing/scripted-api.ts";
import { seeded } from "./testing/seeded.ts";
import { type HeapSample, Inspector, type Sample } from "./testing/soak/inspector.ts";
import { MixedLoad } from "./testing/soak/load.ts";

const minutes = Number(process.env.LONG_MINUTES ?? 0);
const random = seeded(Number(process.env.LONG_SEED ?? 13));
const LONG = minutes > 0;
const LOAD_MS = LONG ? 20_000 : 2_000;
/** Longer than the keep-alive of both sides, so that only permanent memory remains. */
const REST_MS = LONG ? 7_000 : 1_000;
/**
 * More than the BFF stores of proofs and of refusals (10,000), and so many replaced ones that V8 has doubled the table of
 * each full map (16,384 places): it does so once, some time after the map is full.
 */
const TOKENS = LONG ? 28_000 : 50;
/**
 * Growth below this is noise: of the heap in the second half of the run, in bytes, of the rest between the first and
 * the last samples.
 */
const NOISE = { program: 30_000, engine: 100_000, collections: 60, entries: 300, handles: 4 };
/** Standard errors of a slope that are noise: 98 % of Student's distribution for 8 rounds, the half of ten minutes. */
const CERTAINTY = 2.5;

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
      if (isGood) sendJson(response, [{ _id: url.repeat(20) }]);
      else sendJson(response, { error: "Unauthorized" }, 401);
    });
    for (const [name, text] of [
      ["api.pem", api.ca],
      ["broker.pem", mosquitto.target.ca],
      ["index.html", "<title>Lâmina</title>"],
    ] as const)
      writeFileSync(join(folder, name), text);
    const port = await freePort();
    bff = await BffProcess.create({
      NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
      UPSTREAM_URL: api.url,
      UPSTREAM_CA_FILE: join(folder, "api.pem"),
      CLIENT_DIR: folder,
      CACHE_MAX_BYTES: "4000000",
      CACHE_STALE_IF_ERROR_MS: "1000",
      LOGIN_WINDOW_MS: "5000",
      // Reached also on a slow machine.
      ...(LONG && { LOGIN_MAX_FAILURES: "1" }),
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
      const samples: HeapSample[] = [];
      const end = Date.now() + minutes * MINUTE_MS;
      while (samples.length < 2 || Date.now() < end) {
        await Promise.all([load.run(LOAD_MS), restartBroker()]);
        await delay(REST_MS);
        samples.push(await inspector.sample());
        api.calls.length = 0;
        if (LONG)
          console.log({ round: samples.length, requests: load.requests, ...samples.at(-1), contents: undefined });
      }
      const { statuses, closes } = load;
      if (LONG) console.log({ requests: load.requests, statuses, closes, grown: grownContents(samples) });
      // A short run may end before an address has failed often enough.
      const expected = LONG || "429" in load.statuses ? ["200", "401", "429"] : ["200", "401"];
      expect(Object.keys(load.statuses)).toEqual(expected);
      expect(load.closes).toHaveProperty("4401");
      if (LONG) expect(growth(samples)).toEqual({ program: 0, engine: 0, collections: 0, entries: 0, handles: 0 });
    },
    (minutes + 10) * MINUTE_MS,
  );

  async function restartBroker(): Promise<void> {
    await delay(LOAD_MS / 2);
    await mosquitto.stop();
    await mosquitto.start();
  }
});

/** What the program has more of than at half time, in bytes, largest first. */
function grownContents(samples: readonly HeapSample[]): Record<string, number> {
  const before = samples[samples.length >> 1]?.contents;
  const grown = [...(samples.at(-1)?.contents ?? [])].map(
    ([name, bytes]) => [name, bytes - (before?.get(name) ?? 0)] as const,
  );
  return Object.fromEntries(grown.toSorted(([, a], [, b]) => b - a).slice(0, 10));
}

/** The growth of each figure above its noise. */
function growth(samples: readonly Sample[]): Sample {
  const beyond = (key: keyof Sample, grownBy: (values: readonly number[]) => number) => {
    const grown = Math.round(grownBy(samples.map((sample) => sample[key])));
    return grown > NOISE[key] ? grown : 0;
  };
  return {
    program: beyond("program", sureGrowth),
    engine: beyond("engine", sureGrowth),
    collections: beyond("collections", medianGrowth),
    entries: beyond("entries", medianGrowth),
    handles: beyond("handles", medianGrowth),
  };
}

/** By how much the medians of the first and of the last rounds differ; the first round fills caches. */
function medianGrowth(values: readonly number[]): number {
  const part = Math.max(1, Math.floor((values.length - 1) / 3));
  const median = (some: readonly number[]) => some.toSorted((a, b) => a - b)[some.length >> 1] ?? 0;
  return median(values.slice(-part)) - median(values.slice(1, 1 + part));
}

/**
 * The growth in the second half, by least squares, that is left after {@link CERTAINTY} standard errors of it; negative
 * when it cannot be distinguished from noise.
 */
function sureGrowth(all: readonly number[]): number {
  const values = all.slice(all.length >> 1);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  const sum = (of: (value: number, x: number) => number) =>
    values.reduce((total, value, index) => total + of(value - mean, index - middle), 0);
  const spread = sum((_value, x) => x * x);
  const slope = sum((value, x) => value * x) / spread;
  const residual = sum((value, x) => (value - slope * x) ** 2);
  const least = slope - CERTAINTY * Math.sqrt(residual / (values.length - 2) / spread);
  return least * (values.length - 1);
}

test("the judgement of the heap distinguishes a leak from noise", () => {
  const noise = [3, -5, 4, 0, -3, 5, -4, 2, -2, 1, 3, -5, 4, 0, -3, 5, -4, 2, -2, 1];
  const judged = (leak: number) => {
    const sample = { collections: 1, entries: 1, handles: 1 };
    const heap = noise.map((value, round) => 50_000_000 + 5_000 * value + leak * round);
    return growth(heap.map((bytes) => ({ ...sample, program: bytes, engine: bytes })));
  };
  expect(judged(0)).toMatchObject({ program: 0, engine: 0 });
  // The growth that cached packet lengths of the broker's library had.
  expect(judged(30_000).program).toBeGreaterThan(0);
});
