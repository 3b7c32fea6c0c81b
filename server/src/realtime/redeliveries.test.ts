import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../testing/broker-until.ts";
import { HostileBroker } from "../testing/hostile-broker.ts";
import { Broker } from "./broker.ts";

/** PUBLISH at QoS 1 on `a/ALL/Frontend/t`. */
function publish(text: string, id: number, dup: boolean): Buffer {
  const topic = "a/ALL/Frontend/t";
  const rest = [0, topic.length, ...Buffer.from(topic), 0, id, ...Buffer.from(text)];
  return Buffer.from([dup ? 0x3a : 0x32, rest.length, ...rest]);
}

async function heard(...links: Buffer[][]): Promise<{ texts: string[]; redeliveries: number }> {
  const server = await HostileBroker.start(links.map((packets) => Buffer.concat(packets)));
  onTestFinished(() => server.stop());
  const broker = new Broker({ log: fastify().log, reconnectPeriodMs: 1 });
  onTestFinished(() => broker.close());
  const texts: string[] = [];
  let redeliveries = 0;
  broker.on("message", (_topic, payload) => texts.push(payload.toString()));
  broker.on("redelivery", () => redeliveries++);
  broker.connect({ url: server.url });
  await until(() => expect(server.left).toBe(0));
  await until(async () => expect(await broker.subscribe("a/ALL/Frontend/t")).toBe(true));
  return { texts, redeliveries };
}

test("a packet that the broker sends again is one message; equal packets and a reused id are two", async () => {
  const packets = [
    publish("parou", 1, false),
    publish("parou", 1, true),
    publish("parou", 1, true),
    publish("parou", 2, false),
    publish("chuva", 1, false),
    publish("chuva", 1, true),
    publish("parou", 2, true),
  ];
  expect(await heard(packets)).toEqual({ texts: ["parou", "parou", "chuva"], redeliveries: 4 });
});

test("a packet with the flag that never came before is a message", async () => {
  const links = [[publish("parou", 1, false)], [publish("parou", 1, true), publish("chuva", 2, true)]];
  expect(await heard(...links)).toEqual({ texts: ["parou", "parou", "chuva"], redeliveries: 0 });
});
