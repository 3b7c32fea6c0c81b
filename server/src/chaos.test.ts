import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate } from "../../scripts/testing/certificate.ts";
import { hasMosquitto, Mosquitto } from "./testing/broker-mosquitto.ts";
import { TestSocket } from "./testing/broker-socket.ts";
import { until } from "./testing/broker-until.ts";
import { Balancer } from "./testing/chaos/balancer.ts";
import { BffProcess } from "./testing/chaos/bff-process.ts";
import { GroundTruth } from "./testing/chaos/ground-truth.ts";
import { Load } from "./testing/chaos/load.ts";
import { seeded } from "./testing/seeded.ts";
import { hasValkey, Valkey } from "./testing/valkey.ts";
import { Wire } from "./testing/wire.ts";

/** Number of responses that a disturbance lasts for, and that are checked after it. */
const ANSWERS = 40;
// Longer than a loaded machine needs while a BFF starts beside it.
const UPSTREAM_TIMEOUT_MS = 2_500;
const PATIENCE_MS = 120_000;
const minutes = Number(process.env.LONG_MINUTES ?? 0);
const random = seeded(Number(process.env.LONG_SEED ?? 13));

interface Disturbance {
  begin(): unknown;
  end?(): unknown;
  /** Failures that the disturbance explains; without it there may be none. */
  explained?: RegExp;
  /** Whether no request succeeds during the disturbance. */
  silent?: boolean;
}

describe.skipIf(!(hasMosquitto && hasValkey) && !process.env.CI)(
  "two BFFs behind a balancer, with everything failing",
  () => {
    let folder: string;
    let api: GroundTruth;
    let mosquitto: Mosquitto;
    let valkey: Valkey;
    let valkeyWire: Wire;
    let brokerWire: Wire;
    let bffs: [BffProcess, BffProcess];
    let balancer: Balancer;
    let load: Load;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "lamina-chaos-"));
      [api, mosquitto, valkey] = [await GroundTruth.create(), await Mosquitto.start(), await Valkey.start()];
      [valkeyWire, brokerWire] = [
        await Wire.to(new URL(valkey.url).port),
        await Wire.to(new URL(mosquitto.target.url).port),
      ];
      const caFile = (name: string, ca: string) => {
        writeFileSync(join(folder, name), ca);
        return join(folder, name);
      };
      writeFileSync(join(folder, "index.html"), "<title>Lâmina</title>");
      const env = {
        UPSTREAM_URL: api.url,
        UPSTREAM_CA_FILE: caFile("api.pem", api.ca),
        UPSTREAM_TIMEOUT_MS: String(UPSTREAM_TIMEOUT_MS),
        CLIENT_DIR: folder,
        // Long, so that a stale response is detected.
        CACHE_TTL_MS: "600000",
        CACHE_STALE_IF_ERROR_MS: "0",
        VALKEY_URL: valkey.url.replace(/:\d+$/, `:${valkeyWire.port}`),
        MQTT_URL: mosquitto.target.url.replace(/:\d+\//, `:${brokerWire.port}/`),
        MQTT_USERNAME: mosquitto.target.username,
        MQTT_PASSWORD: mosquitto.target.password,
        MQTT_CA_FILE: caFile("broker.pem", mosquitto.target.ca),
        MQTT_RECONNECT_PERIOD_MS: "100",
        MQTT_KEEP_ALIVE_MS: "1000",
        DRAIN_DELAY_MS: "1500",
        LOG_LEVEL: "warn",
      };
      bffs = [await BffProcess.create(env), await BffProcess.create(env)];
      await Promise.all(bffs.map((bff) => bff.start()));
      balancer = await Balancer.start(bffs.map(({ url }) => url));
      await until(() => expect(balancer.ready).toHaveLength(2), PATIENCE_MS);
      load = new Load(balancer.url, random);
    }, PATIENCE_MS);
    afterAll(async () => {
      await load?.stop();
      await balancer?.stop();
      await Promise.all((bffs ?? []).map((bff) => bff.kill()));
      await valkeyWire?.stop();
      await brokerWire?.stop();
      await valkey?.remove();
      await mosquitto?.remove();
      await api?.stop().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    }, PATIENCE_MS);

    async function answers(count: number): Promise<void> {
      const goal = load.answered + count;
      await until(() => expect(load.answered).toBeGreaterThanOrEqual(goal), PATIENCE_MS);
    }

    /** Waits until both serve from the cache again and are connected to the broker. */
    async function recovered(): Promise<void> {
      const headers = { authorization: `Bearer ${load.tokens[0]?.token}` };
      for (const { url } of bffs) {
        await until(async () => {
          const reply = await fetch(`${url}/api/Menu/GetAll`, { headers });
          await reply.text();
          expect(reply.headers.get("cache-status")).toMatch(/^bff; hit|stored/);
          const { dependencies } = (await (await fetch(`${url}/readyz`)).json()) as { dependencies: object };
          expect(dependencies).toEqual({ upstream: "up", broker: "up", valkey: "up" });
        }, PATIENCE_MS);
      }
      await until(() => expect(balancer.ready).toHaveLength(2), PATIENCE_MS);
    }

    let untilThen = 0;
    /** Expects no wrong response, and no failure that a disturbance of its time does not explain. */
    function expectTruth(): void {
      expect(load.old).toEqual([]);
      expect(load.foreign).toEqual([]);
      const fresh = load.failures.slice(untilThen);
      untilThen = load.failures.length;
      const isExplained = (name: string, why: string) => disturbances[name]?.explained?.test(why) ?? false;
      expect(fresh.filter(({ why, during }) => !during.some((name) => isExplained(name, why)))).toEqual([]);
    }

    async function hold(name: string, { begin, end, silent = false }: Disturbance): Promise<void> {
      load.disturbance = name;
      await begin();
      if (silent) await until(() => expect(load.failures.length).toBeGreaterThan(untilThen + 5), PATIENCE_MS);
      else await answers(ANSWERS);
      await end?.();
      await recovered();
      load.disturbance = "none";
      await answers(ANSWERS);
      expectTruth();
    }

    const disturbances: Record<string, Disturbance> = {
      "API killed": { begin: () => api.stop(), end: () => api.start(), explained: /^502/, silent: true },
      "API hung": {
        begin: () => {
          api.delay = () => new Promise((resolve) => setTimeout(resolve, 2 * UPSTREAM_TIMEOUT_MS));
        },
        end: () => {
          api.delay = async () => {};
        },
        explained: /^504/,
        silent: true,
      },
      "API slow": {
        begin: () => {
          api.delay = () => new Promise((resolve) => setTimeout(resolve, random.below(60)));
        },
        end: () => {
          api.delay = async () => {};
        },
      },
      "API flapping": {
        begin: async () => {
          for (let flap = 0; flap < 3; flap++) {
            await api.stop();
            await api.start();
          }
        },
        explained: /^502/,
      },
      "API with another certificate": {
        begin: async () => {
          await api.stop();
          await api.start(await makeCertificate());
        },
        end: async () => {
          await api.stop();
          await api.start();
        },
        explained: /^502/,
        silent: true,
      },
      "broker killed": { begin: () => mosquitto.stop(), end: () => mosquitto.start() },
      "broker half-open": { begin: () => brokerWire.hold(), end: () => brokerWire.release() },
      "Valkey hung": { begin: () => valkey.hold(), end: () => valkey.release() },
      "Valkey killed": { begin: () => valkey.stop(), end: () => valkey.start() },
      "Valkey restored from a snapshot": {
        begin: async () => {
          await valkey.snapshot();
          await answers(ANSWERS);
          await valkey.stop();
          await valkey.start();
        },
      },
      "Valkey full": {
        begin: () => valkey.run((client) => client.configSet({ maxmemory: "1", "maxmemory-policy": "noeviction" })),
        end: () => valkey.run((client) => client.configSet({ maxmemory: "0" })),
      },
      "Valkey far away": {
        begin: () => {
          valkeyWire.delayMs = 30;
        },
        end: () => {
          valkeyWire.delayMs = 0;
        },
      },
      "Valkey half-open": { begin: () => valkeyWire.hold(), end: () => valkeyWire.release() },
      "one BFF killed": {
        begin: () => bffs[0].kill(),
        end: () => bffs[0].start(),
        explained: /^599 backend ECONN|^fetch failed|terminated/,
      },
      "rolling restart": {
        begin: async () => {
          for (const bff of bffs) {
            expect(await bff.end()).toBe(0);
            await bff.start();
            await until(() => expect(balancer.ready).toHaveLength(2), PATIENCE_MS);
          }
        },
      },
    };

    test.each(Object.entries(disturbances))(
      "%s: no wrong response, none of another user, and every failure explained",
      async (name, disturbance) => hold(name, disturbance),
      PATIENCE_MS * 3,
    );

    test("realtime recovers afterwards, and each user receives only their own message", async () => {
      const sockets = await Promise.all(
        load.tokens.flatMap(({ name, token }) =>
          bffs.map(async ({ url }) => {
            const socket = await TestSocket.open(`${url}/realtime`);
            socket.send({ type: "authenticate", token });
            await socket.received({ type: "authenticated" });
            socket.send({ type: "subscribe", topic: "notifications" });
            await socket.received({ type: "subscribed" });
            return { name, socket };
          }),
        ),
      );
      for (const { name } of load.tokens) {
        const envelope = JSON.stringify({ message: name, date: "2026-01-15T12:00:00Z" });
        await mosquitto.publish(`${name}/ALL/Frontend/notifications`, envelope);
      }
      for (const { name, socket } of sockets) {
        await socket.received({ message: name });
        expect(socket.messages("notifications")).toEqual([name]);
        socket.socket.terminate();
      }
    });

    test("responses came from the cache during the test", () => {
      expect(load.hits).toBeGreaterThan(ANSWERS);
    });

    if (minutes > 0)
      test(
        "all disturbances in random order, for a long time",
        async () => {
          const end = Date.now() + minutes * MINUTE_MS;
          const all = Object.entries(disturbances);
          const counts: Record<string, number> = {};
          while (Date.now() < end) {
            const [name, disturbance] = all[random.below(all.length)] ?? ["", { begin: () => {} }];
            counts[name] = (counts[name] ?? 0) + 1;
            await hold(name, disturbance);
          }
          console.log({ answered: load.answered, hits: load.hits, failures: load.failures.length, counts });
        },
        (minutes + 10) * MINUTE_MS,
      );
  },
);
