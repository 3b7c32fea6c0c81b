import { once } from "node:events";
import { MINUTE_MS } from "@lamina/shared/core/time";
import fastify from "fastify";
import { parser } from "mqtt-packet";
import { afterEach, expect, test } from "vitest";
import { until } from "../../testing/broker-until.ts";
import { everyPacket, HostileBroker, truncations } from "../../testing/hostile-broker.ts";
import { seeded } from "../../testing/seeded.ts";
import { Broker } from "../broker.ts";
import { LargeMessages, MAX_PACKET_BYTES, TOO_LARGE } from "./large-messages.ts";

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

test.each([0, 1])("a message over the limit at QoS %i is left out, and the link stays", async (qos) => {
  const topic = Buffer.from("a/ALL/Frontend/t");
  const head = Buffer.concat([Buffer.from([0, topic.length]), topic, Buffer.from(qos ? [0, 7] : [])]);
  const length = head.length + 3 * MAX_PACKET_BYTES;
  const size = Buffer.from([
    (length & 0x7f) | 0x80,
    ((length >> 7) & 0x7f) | 0x80,
    ((length >> 14) & 0x7f) | 0x80,
    length >> 21,
  ]);
  const packet = Buffer.concat([Buffer.from([0x30 | (qos << 1)]), size, head, Buffer.alloc(3 * MAX_PACKET_BYTES)]);
  const small = everyPacket.publish ?? Buffer.alloc(0);
  const filter = new LargeMessages(() => expect.unreachable());
  const all = Buffer.concat([small, packet, small]);
  const chunks: Buffer[] = [];
  filter.on("data", (chunk) => chunks.push(chunk));
  for (let at = 0; at < all.length; ) {
    const end = at + 1 + random.below(at < 100 || at > all.length - 100 ? 3 : 100_000);
    filter.write(all.subarray(at, end));
    at = end;
  }
  filter.end();
  await once(filter, "end");
  const passed = Buffer.concat(chunks);
  expect(passed.length).toBeLessThan(200);
  const packets: unknown[] = [];
  const reader = parser();
  reader.on("packet", (one) => packets.push(one));
  reader.parse(passed);
  const expected = { cmd: "publish", topic: topic.toString(), qos, payload: TOO_LARGE };
  expect(packets).toMatchObject([
    { cmd: "publish" },
    { ...expected, ...(qos && { messageId: 7 }) },
    { cmd: "publish" },
  ]);
});

test("does not buffer an endless packet", async () => {
  const endless = Buffer.concat([Buffer.from([0x90, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(3 * MAX_PACKET_BYTES)]);
  const hostile = await HostileBroker.start([endless]);
  cleanups.push(() => hostile.stop());
  const said: unknown[] = [];
  const log = { warn: (fields: unknown) => void said.push(fields) };
  const broker = new Broker({ log, reconnectPeriodMs: 1 });
  cleanups.push(() => broker.close());
  broker.connect({ url: hostile.url });
  await until(() => expect(said).toContainEqual({ violation: "packet too large" }));
});
