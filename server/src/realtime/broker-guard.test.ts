import { MINUTE_MS } from "@lamina/shared/core/time";
import fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { until } from "../testing/broker-until.ts";
import { everyPacket, HostileBroker, truncations } from "../testing/hostile-broker.ts";
import { seeded } from "../testing/seeded.ts";
import { Broker } from "./broker.ts";
import { MAX_PACKET_BYTES } from "./broker-guard.ts";

const cleanups: (() => Promise<unknown>)[] = [];
async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}
afterEach(cleanUp);

// `npm run fuzz` sets both.
const minutes = Number(process.env.LONG_MINUTES ?? 0);
const random = seeded(Number(process.env.LONG_SEED ?? 2026));

/** Connects to a broker that sends each of these packets on a separate link, and then behaves correctly. */
async function survives(packets: readonly Buffer[]): Promise<void> {
  const hostile = await HostileBroker.start(packets);
  cleanups.push(() => hostile.stop());
  const broker = new Broker({ log: fastify().log, reconnectPeriodMs: 1 });
  cleanups.push(() => broker.close());
  broker.connect({ url: hostile.url });
  await until(() => expect(hostile.left).toBe(0));
  await until(async () => expect(await broker.subscribe("a/ALL/Frontend/t")).toBe(true));
}

test.each(Object.entries(everyPacket))("%s, whole and cut everywhere, costs at most the link", async (_name, whole) => {
  await survives([whole, ...truncations(whole)]);
});

test("mutated packets cost at most the link", { timeout: (minutes + 5) * MINUTE_MS }, async () => {
  const sources = Object.values(everyPacket);
  const mutated = () => {
    const bytes = Buffer.from(sources[random.below(sources.length)] ?? []);
    for (let change = random.below(4); change >= 0; change--) bytes[random.below(bytes.length)] = random.below(256);
    return bytes;
  };
  const end = Date.now() + minutes * MINUTE_MS;
  do {
    await survives(Array.from({ length: 400 }, mutated));
    await cleanUp();
  } while (Date.now() < end);
});

test("does not buffer an endless packet", async () => {
  const endless = Buffer.concat([Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(3 * MAX_PACKET_BYTES)]);
  const hostile = await HostileBroker.start([endless]);
  cleanups.push(() => hostile.stop());
  const said: unknown[] = [];
  const log = { warn: (fields: unknown) => void said.push(fields) };
  const broker = new Broker({ log, reconnectPeriodMs: 1 });
  cleanups.push(() => broker.close());
  broker.connect({ url: hostile.url });
  await until(() => expect(said).toContainEqual({ violation: "packet too large" }));
});
