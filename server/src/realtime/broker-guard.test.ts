import fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { PATIENT, until } from "../testing/broker-until.ts";
import { everyPacket, HostileBroker, truncations } from "../testing/hostile-broker.ts";
import { seeded } from "../testing/seeded.ts";
import { Broker } from "./broker.ts";
import { MAX_PACKET_BYTES } from "./broker-guard.ts";

vi.setConfig(PATIENT);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

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

test("mutated packets cost at most the link", async () => {
  const random = seeded(2026);
  const sources = Object.values(everyPacket);
  const mutated = Array.from({ length: 400 }, () => {
    const bytes = Buffer.from(sources[random.below(sources.length)] ?? []);
    for (let change = random.below(4); change >= 0; change--) bytes[random.below(bytes.length)] = random.below(256);
    return bytes;
  });
  await survives(mutated);
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
