import fastify from "fastify";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { EmbeddedBroker } from "../testing/broker.ts";
import { hasMosquitto, Mosquitto } from "../testing/broker-mosquitto.ts";
import { until } from "../testing/broker-until.ts";
import { Broker } from "./broker.ts";
import { type Observer, Subscriptions } from "./subscriptions.ts";

const TOPIC = "ana/ALL/Frontend/notifications";
const OTHER = "ana/ALL/Frontend/alerts";
const POISON = "ana/ALL/Frontend/poison";
const GRACE_MS = 40;

class Listener implements Observer<string> {
  readonly heard: string[] = [];
  grants = 0;
  refusals = 0;
  silences = 0;
  receive(message: string): void {
    this.heard.push(message);
  }
  granted(): void {
    this.grants += 1;
  }
  unanswered(): void {
    this.silences += 1;
  }
  refused(): void {
    this.refusals += 1;
  }
}

let server: EmbeddedBroker;
let broker: Broker;
let decoded: number;
let counted: number;
let subscriptions: Subscriptions<string>;

const connected = () => until(() => expect(broker.state).toBe("connected"));
const asked = (topic: string) => server.log.filter((line) => line === `subscribe ${topic}`).length;

function makeSubscriptions(): void {
  broker = new Broker({ log: fastify().log, reconnectPeriodMs: 20 });
  decoded = 0;
  subscriptions = new Subscriptions(
    broker,
    (_topic, payload, observers) => {
      decoded += 1;
      counted = observers;
      return payload.toString() === "garbage" ? undefined : payload.toString();
    },
    GRACE_MS,
  );
}

beforeEach(async () => {
  server = await EmbeddedBroker.start();
  makeSubscriptions();
  broker.connect(server.target);
  await connected();
});
afterEach(async () => {
  subscriptions.close();
  await broker.close();
  await server.stop();
});

test("a topic is subscribed once and each message decoded once, for any number of observers", async () => {
  const listeners = [new Listener(), new Listener(), new Listener()];
  for (const listener of listeners) subscriptions.add(TOPIC, listener);
  await until(() => expect(listeners.map(({ grants }) => grants)).toEqual([1, 1, 1]));
  await server.publish(TOPIC, "one");
  await until(() => expect(listeners.map(({ heard }) => heard)).toEqual([["one"], ["one"], ["one"]]));
  expect(asked(TOPIC)).toBe(1);
  expect(decoded).toBe(1);
  expect(counted).toBe(3);
});

test("an observer of a granted topic is notified at once, after add has returned", async () => {
  const first = new Listener();
  await subscriptions.add(TOPIC, first).settled;
  const second = new Listener();
  const lease = subscriptions.add(TOPIC, second);
  expect(second.grants).toBe(0);
  await until(() => expect(second.grants).toBe(1));
  expect(lease.granted).toBe(true);
});

test("a topic is unsubscribed after the grace, by its last observer only", async () => {
  const [first, second] = [new Listener(), new Listener()];
  const leases = [subscriptions.add(TOPIC, first), subscriptions.add(TOPIC, second)];
  await leases[0]?.settled;
  leases[0]?.release();
  leases[0]?.release();
  await server.publish(TOPIC, "for the second");
  await until(() => expect(second.heard).toEqual(["for the second"]));
  expect(first.heard).toEqual([]);
  leases[1]?.release();
  await until(() => expect(server.log).toContain(`unsubscribe ${TOPIC}`));
  await until(() => expect(subscriptions.size).toBe(0));
});

test("release and add in one tick, repeated, lose no message and send nothing to the broker", async () => {
  let listener = new Listener();
  let lease = subscriptions.add(TOPIC, listener);
  await lease.settled;
  for (let reload = 0; reload < 20; reload += 1) {
    lease.release();
    listener = new Listener();
    lease = subscriptions.add(TOPIC, listener);
  }
  await server.publish(TOPIC, "still here");
  await until(() => expect(listener.heard).toEqual(["still here"]));
  expect(server.log).toEqual([`subscribe ${TOPIC}`]);
});

test("an add during the unsubscribe subscribes again after it", async () => {
  subscriptions.add(TOPIC, new Listener()).release();
  const leaving = vi.spyOn(broker, "unsubscribe");
  await until(() => expect(leaving).toHaveBeenCalled());
  const listener = new Listener();
  subscriptions.add(TOPIC, listener);
  await until(() => expect(listener.grants).toBe(1));
  await server.publish(TOPIC, "back");
  await until(() => expect(listener.heard).toEqual(["back"]));
});

test("a denial reaches all observers of that topic, and no others", async () => {
  server.answer = (topic) => (topic === POISON ? "deny" : "grant");
  const [first, second, healthy] = [new Listener(), new Listener(), new Listener()];
  subscriptions.add(POISON, first);
  subscriptions.add(POISON, second);
  subscriptions.add(TOPIC, healthy);
  await until(() => expect([first.refusals, second.refusals, healthy.grants]).toEqual([1, 1, 1]));
  expect(broker.state).toBe("connected");
  await until(() => expect(subscriptions.size).toBe(1));
});

test("a denied topic may be added again later", async () => {
  server.answer = () => "deny";
  const denied = new Listener();
  subscriptions.add(TOPIC, denied);
  await until(() => expect(denied.refusals).toBe(1));
  server.answer = () => "grant";
  const listener = new Listener();
  subscriptions.add(TOPIC, listener);
  await until(() => expect(listener.grants).toBe(1));
});

test("gives up a topic that makes the broker drop the link, and serves all others", async () => {
  server.answer = (topic) => (topic === POISON ? "drop" : "grant");
  const [before, poisoned, beside] = [new Listener(), new Listener(), new Listener()];
  await subscriptions.add(TOPIC, before).settled;
  subscriptions.add(POISON, poisoned);
  subscriptions.add(OTHER, beside);
  await until(() => expect(poisoned.refusals).toBe(1));
  await until(() => expect(beside.grants).toBeGreaterThan(0));
  expect([before.refusals, beside.refusals]).toEqual([0, 0]);
  await connected();
  await until(() => expect(before.grants).toBeGreaterThan(1));
  await server.publish(TOPIC, "before");
  await server.publish(OTHER, "beside");
  await until(() => expect([before.heard, beside.heard]).toEqual([["before"], ["beside"]]));
  const links = server.connections;
  await broker.publish(TOPIC, "the link stays", "ana");
  expect(server.connections).toBe(links);
});

test("a topic added while the broker is down is subscribed once it connects", async () => {
  await server.stop();
  await until(() => expect(broker.state).not.toBe("connected"));
  const listener = new Listener();
  const lease = subscriptions.add(TOPIC, listener);
  await lease.settled;
  expect(lease.granted).toBe(false);
  await server.start();
  await until(() => expect(listener.grants).toBe(1));
});

test("a topic released while the broker is down is dropped", async () => {
  const lease = subscriptions.add(TOPIC, new Listener());
  await lease.settled;
  await server.stop();
  await until(() => expect(broker.state).not.toBe("connected"));
  lease.release();
  await until(() => expect(subscriptions.size).toBe(0));
  server.log.length = 0;
  await server.start();
  await connected();
  const listener = new Listener();
  subscriptions.add(OTHER, listener);
  await until(() => expect(listener.grants).toBe(1));
  expect(asked(TOPIC)).toBe(0);
});

test("does not deliver an undecodable message", async () => {
  const listener = new Listener();
  await subscriptions.add(TOPIC, listener).settled;
  await server.publish(TOPIC, "garbage");
  await server.publish(TOPIC, "sound");
  await until(() => expect(listener.heard).toEqual(["sound"]));
});

test("restarts of the broker lose no topic and duplicate no message", async () => {
  const listeners = new Map([TOPIC, OTHER].map((topic) => [topic, new Listener()]));
  for (const [topic, listener] of listeners) await subscriptions.add(topic, listener).settled;
  for (const round of [1, 2, 3]) {
    await server.stop();
    server.log.length = 0;
    await server.start();
    await until(() => expect([...listeners.values()].map(({ grants }) => grants)).toEqual([round + 1, round + 1]));
    expect([asked(TOPIC), asked(OTHER)]).toEqual([1, 1]);
    for (const topic of listeners.keys()) await server.publish(topic, `round ${round}`);
    // A restart may lose messages in flight, so only the last one is expected.
    await until(() => {
      for (const { heard } of listeners.values()) expect(heard.at(-1)).toBe(`round ${round}`);
    });
  }
  for (const { heard } of listeners.values()) expect(heard).toEqual(["round 1", "round 2", "round 3"]);
});

describe.each([
  ["aedes", async () => server, true],
  ["Mosquitto", () => Mosquitto.start(), hasMosquitto],
])("a stored message over %s", (_name, start, present) => {
  test.skipIf(!present)(
    "reaches each observer once: a second one, one after a reload, one after a later message",
    async () => {
      const other = await start();
      if (other instanceof Mosquitto) onTestFinished(() => other.remove());
      if (other instanceof Mosquitto) broker.connect(other.target);
      await connected();
      await other.publish(TOPIC, "stored", true);
      const [first, second, reloaded, last] = [new Listener(), new Listener(), new Listener(), new Listener()];
      const lease = subscriptions.add(TOPIC, first);
      await until(() => expect(first.heard).toEqual(["stored"]));
      const others = [subscriptions.add(TOPIC, second)];
      await until(() => expect(second.heard).toEqual(["stored"]));
      for (const one of [lease, ...others]) one.release();
      subscriptions.add(TOPIC, reloaded);
      await until(() => expect(reloaded.heard).toEqual(["stored"]));
      await other.publish(TOPIC, "newer", true);
      await until(() => expect(reloaded.heard).toEqual(["stored", "newer"]));
      subscriptions.add(TOPIC, last);
      await until(() => expect(last.heard).toEqual(["newer"]));
      expect([reloaded.heard, last.grants]).toEqual([["stored", "newer"], 1]);
    },
  );
});

test("after a reconnection only a stored message that was missed is delivered", async () => {
  const listener = new Listener();
  await subscriptions.add(TOPIC, listener).settled;
  await server.publish(TOPIC, "stored", true);
  await until(() => expect(listener.heard).toEqual(["stored"]));
  for (const [round, stored] of ["stored", "missed"].entries()) {
    await server.stop();
    await server.start();
    await server.publish(TOPIC, stored, true);
    await until(() => expect(listener.grants).toBe(round + 2));
    await server.publish(TOPIC, "live");
    await until(() => expect(listener.heard.at(-1)).toBe("live"));
    listener.heard.splice(-1);
    if (round === 0) await server.publish(TOPIC, "stored", true);
    await until(() => expect(listener.heard.at(-1)).toBe(stored));
  }
  expect(listener.heard).toEqual(["stored", "stored", "missed"]);
});

describe.skipIf(!hasMosquitto)("over Mosquitto", () => {
  test("a restart loses no topic and duplicates no message; a topic that its list forbids delivers nothing", async () => {
    const mosquitto = await Mosquitto.start();
    try {
      broker.connect(mosquitto.target);
      await connected();
      const [listener, forbidden] = [new Listener(), new Listener()];
      await subscriptions.add(TOPIC, listener).settled;
      await subscriptions.add("ana/secret", forbidden).settled;
      expect(forbidden.grants).toBe(1);
      await mosquitto.publish("ana/secret", "hidden");
      await mosquitto.publish(TOPIC, "one");
      await until(() => expect(listener.heard).toEqual(["one"]));
      await mosquitto.stop();
      await mosquitto.start();
      await until(() => expect(listener.grants).toBe(2));
      await mosquitto.publish(TOPIC, "two");
      await until(() => expect(listener.heard).toEqual(["one", "two"]));
      expect(forbidden.heard).toEqual([]);
    } finally {
      await mosquitto.remove();
    }
  });
});
