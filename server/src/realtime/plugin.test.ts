import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EmbeddedBroker } from "../testing/broker.ts";
import { makeToken, NOON, payloadOf, TestBff } from "../testing/broker-bff.ts";
import type { TestSocket } from "../testing/broker-socket.ts";
import { until } from "../testing/broker-until.ts";

let broker: EmbeddedBroker;
let bff: TestBff;
beforeEach(async () => {
  broker = await EmbeddedBroker.start();
  bff = await new TestBff(broker.target).listen();
});
afterEach(async () => {
  await bff.app.close();
  await broker.stop();
});

const envelope = (message: unknown) => JSON.stringify({ message, date: "2025-05-14T12:00:00Z" });
const own = (name: string, token: string, topic = "notifications") => `${name}/${payloadOf(token)}/Frontend/${topic}`;

/** Publishes a last message to the user and waits for it, so that all earlier ones have arrived. */
async function flush(socket: TestSocket, name: string): Promise<void> {
  await broker.publish(`${name}/ALL/Frontend/notifications`, envelope("last"));
  await socket.received({ message: "last" });
}

describe("subscriptions", () => {
  test("a message to the session and one to all sessions of the user arrive once each", async () => {
    const token = makeToken("ana");
    const socket = await bff.enter(token, "notifications");
    await broker.publish(own("ana", token), envelope("own"));
    await broker.publish("ana/ALL/Frontend/notifications", envelope({ text: "água" }));
    expect(await socket.received({ message: { text: "água" } })).toEqual({
      type: "message",
      topic: "notifications",
      message: { text: "água" },
      date: "2025-05-14T12:00:00Z",
    });
    expect(socket.messages("notifications")).toEqual(["own", { text: "água" }]);
  });

  test("two users with the same topic never receive each other's messages", async () => {
    const [anasToken, brunosToken] = [makeToken("ana"), makeToken("bruno")];
    const [ana, bruno] = [await bff.enter(anasToken, "notifications"), await bff.enter(brunosToken, "notifications")];
    await broker.publish(own("ana", anasToken), envelope("for ana"));
    await broker.publish("ana/ALL/Frontend/notifications", envelope("for all of ana"));
    await broker.publish(own("bruno", brunosToken), envelope("for bruno"));
    await flush(ana, "ana");
    await flush(bruno, "bruno");
    expect(ana.messages("notifications")).toEqual(["for ana", "for all of ana", "last"]);
    expect(bruno.messages("notifications")).toEqual(["for bruno", "last"]);
  });

  test("two tabs share one subscription; two logins of a user share only the topic for all sessions", async () => {
    const [first, second] = [makeToken("ana", "1"), makeToken("ana", "2")];
    const [tab, otherTab, phone] = [
      await bff.enter(first, "notifications"),
      await bff.enter(first, "notifications"),
      await bff.enter(second, "notifications"),
    ];
    await broker.publish(own("ana", first), envelope("first login"));
    for (const socket of [tab, otherTab, phone]) await flush(socket, "ana");
    expect(tab.messages("notifications")[0]).toBe("first login");
    expect(otherTab.messages("notifications").filter((message) => message === "first login")).toHaveLength(1);
    expect(phone.messages("notifications")).not.toContain("first login");
    expect(broker.log.filter((line) => line.startsWith("subscribe ana/"))).toHaveLength(3);
    expect(broker.connections).toBe(1);
  });

  test("names with accents and spaces form topics", async () => {
    const token = makeToken("João da Silva");
    const socket = await bff.enter(token, "notifications");
    await broker.publish(own("João da Silva", token), envelope("olá"));
    await socket.received({ message: "olá" });
  });

  test("messages at the limits of each length of a WebSocket header arrive whole", async () => {
    const token = makeToken("ana");
    const socket = await bff.enter(token, "notifications");
    const around = JSON.stringify({ type: "message", topic: "notifications", ...JSON.parse(envelope("")) }).length;
    const texts = [125, 126, 65_535, 65_536].map((bytes) => "x".repeat(bytes - around));
    for (const text of texts) await broker.publish(own("ana", token), envelope(text));
    await flush(socket, "ana");
    expect(socket.messages("notifications")).toEqual([...texts, "last"]);
  });

  test("unsubscribe ends the messages; unsubscribe and subscribe in one tick lose none", async () => {
    const token = makeToken("ana");
    const socket = await bff.enter(token, "notifications", "alerts");
    for (let reload = 0; reload < 10; reload += 1) {
      socket.send({ type: "unsubscribe", topic: "notifications" });
      socket.send({ type: "subscribe", topic: "notifications" });
    }
    socket.send({ type: "unsubscribe", topic: "alerts" });
    socket.send({ type: "unsubscribe", topic: "never-subscribed" });
    socket.send({ type: "subscribe", topic: "done" });
    await socket.received({ type: "subscribed", topic: "done" });
    await broker.publish(own("ana", token, "alerts"), envelope("unheard"));
    await flush(socket, "ana");
    expect(socket.messages("notifications")).toEqual(["last"]);
    expect(socket.messages("alerts")).toEqual([]);
    expect(broker.log.filter((line) => line.startsWith("unsubscribe"))).toEqual([]);
  });

  test("a topic subscribed twice is delivered once", async () => {
    const token = makeToken("ana");
    const socket = await bff.enter(token, "notifications");
    socket.send({ type: "subscribe", topic: "notifications" });
    await socket.received({ type: "subscribed" }, 2);
    await flush(socket, "ana");
    expect(socket.messages("notifications")).toEqual(["last"]);
  });

  test("subscribed follows after the broker granted both topics; a denied topic gets an error that names it", async () => {
    broker.answer = (topic) => (topic.includes("/ALL/Frontend/secret") ? "deny" : "grant");
    const token = makeToken("ana");
    const socket = await bff.enter(token, "notifications");
    socket.send({ type: "subscribe", topic: "secret" });
    await socket.received({ type: "error", error: "subscription rejected", topic: "secret" });
    await broker.publish(own("ana", token, "secret"), envelope("unheard"));
    await flush(socket, "ana");
    expect(socket.all({ topic: "secret" })).toHaveLength(1);
  });

  test("considers a broker dead that does not answer a subscription, and reports it to waiting sockets", async () => {
    await bff.app.close();
    // Enough for the grant on a busy machine, which would otherwise be too late again and again.
    bff = await new TestBff(broker.target, { brokerAcknowledgementMs: 1_000 }).listen();
    const socket = await bff.enter(makeToken("ana"));
    broker.answer = () => "ignore";
    socket.send({ type: "subscribe", topic: "notifications" });
    await socket.received({ type: "error", error: "mqtt client not connected", topic: "notifications" });
    broker.answer = () => "grant";
    await socket.received({ type: "subscribed", topic: "notifications" });
  });

  test("limits the topics of one socket", async () => {
    const socket = await bff.enter(makeToken("ana"));
    for (let topic = 0; topic <= 32; topic += 1) socket.send({ type: "subscribe", topic: `t${topic}` });
    await socket.received({ type: "error", error: "too many subscriptions", topic: "t32" });
    await socket.received({ type: "subscribed", topic: "t31" });
  });
});

describe("publishing", () => {
  test("an event is published to the session's own topic, in an envelope dated by the clock", async () => {
    const token = makeToken("ana");
    const [ana, bruno] = [await bff.enter(token, "navigation"), await bff.enter(makeToken("bruno"), "navigation")];
    bff.now = NOON + 1_000;
    ana.send({ type: "publish", topic: "navigation", message: { from: "/maps", to: "/home" } });
    await ana.received({ message: { from: "/maps", to: "/home" }, date: "2025-05-14T12:00:01.000Z" });
    expect(bruno.messages("navigation")).toEqual([]);
    await until(async () => {
      expect(await bff.metric('bff_realtime_messages_total{direction="in"}')).toMatch(/ 1$/);
    });
  });

  test.each([
    ["an upper level", "a/b"],
    ["a wildcard", "+"],
    ["a wildcard for all", "#"],
    ["a system topic", "$SYS"],
    ["U+0000", "a\u0000b"],
    ["a lone surrogate", "a\ud800"],
    ["nothing", ""],
    ["65 characters", "a".repeat(65)],
    ["a line break", "a\n"],
    ["a dot", "a.b"],
  ])("%s is no topic: the client gets an error, and the shared link stays", async (_name, topic) => {
    const token = makeToken("ana");
    const socket = await bff.enter(token, "notifications");
    for (const type of ["subscribe", "publish", "unsubscribe"]) {
      socket.socket.send(JSON.stringify({ type, topic, message: 1 }));
    }
    await socket.received({ type: "error", error: "frame is not known" }, 3);
    await flush(socket, "ana");
    expect(broker.connections).toBe(1);
    expect(broker.log).toHaveLength(2);
  });

  test("closes a client that is too fast with 4429", async () => {
    const socket = await bff.enter(makeToken("ana"));
    for (let event = 0; event < 120; event += 1) socket.send({ type: "publish", topic: "navigation", message: event });
    expect((await socket.closed).code).toBe(4429);
    await until(async () => expect(await bff.metric('bff_realtime_closes_total{code="4429"}')).toMatch(/ 1$/));
  });

  test("a publication that makes the broker drop the link gets an error, and drops it only once", async () => {
    const socket = await bff.enter(makeToken("ana"), "notifications");
    broker.dropPublisher = true;
    socket.send({ type: "publish", topic: "navigation", message: 1 });
    await socket.received({ type: "error", error: "mqtt client not connected", topic: "navigation" });
    await socket.received({ type: "subscribed", topic: "notifications" }, 2);
    expect(broker.connections).toBe(2);
    await flush(socket, "ana");
  });
});

describe("invalid frames", () => {
  test.each([
    ["no JSON", "{", "frame is not JSON"],
    ["an empty frame", "", "frame is not JSON"],
    ["null", "null", "frame is not known"],
    ["an array", "[]", "frame is not known"],
    ["an unknown type", '{"type":"shout"}', "frame is not known"],
    ["a type from the prototype", '{"type":"constructor","topic":"a"}', "frame is not known"],
    ["a polluting key", '{"__proto__":{"type":"subscribe","topic":"notifications"}}', "frame is not known"],
    ["a topic that is no text", '{"type":"subscribe","topic":{"toString":1}}', "frame is not known"],
    ["no message", '{"type":"publish","topic":"navigation"}', "frame is not known"],
    ["deep nesting", `{"type":"publish","topic":"a","message":${"[".repeat(5_000)}`, "frame is not JSON"],
  ])("%s is answered with an error, and the socket stays open", async (_name, text, error) => {
    const socket = await bff.enter(makeToken("ana"));
    socket.socket.send(text);
    await socket.received({ type: "error", error });
    expect(({} as { type?: string }).type).toBeUndefined();
    socket.send({ type: "subscribe", topic: "notifications" });
    await socket.received({ type: "subscribed" });
  });

  test("a binary frame is answered with an error, even before authentication", async () => {
    const socket = await bff.open();
    socket.socket.send(Buffer.from('{"type":"authenticate","token":"x"}'), { binary: true });
    await socket.received({ type: "error", error: "frame is not text" });
    expect(bff.proofs).toBe(0);
  });

  test("a message with a prototype-polluting key passes through as data", async () => {
    const socket = await bff.enter(makeToken("ana"), "navigation");
    socket.socket.send('{"type":"publish","topic":"navigation","message":{"__proto__":{"admin":true},"n":1}}');
    await until(() => expect(socket.messages("navigation")).toHaveLength(1));
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("a frame of 64 KiB passes, a larger one closes with 1009", async () => {
    const socket = await bff.enter(makeToken("ana"), "navigation");
    const frame = (size: number) => {
      const empty = JSON.stringify({ type: "publish", topic: "navigation", message: "" }).length;
      return JSON.stringify({ type: "publish", topic: "navigation", message: "x".repeat(size - empty) });
    };
    socket.socket.send(frame(65_536));
    await until(() => expect(socket.messages("navigation")).toHaveLength(1));
    socket.socket.send(frame(65_537));
    expect((await socket.closed).code).toBe(1009);
    await until(async () => expect(await bff.metric('bff_realtime_closes_total{code="1009"}')).toMatch(/ 1$/));
  });
});

describe("while the broker is down", () => {
  beforeEach(async () => {
    await broker.stop();
    await until(async () =>
      expect(await bff.metric("bff_realtime_broker_connected")).toBe("bff_realtime_broker_connected 0"),
    );
  });

  test("publishing and subscribing fail with 'mqtt client not connected'; the subscription is remembered", async () => {
    const token = makeToken("ana");
    const socket = await bff.open();
    socket.send({ type: "authenticate", token });
    socket.send({ type: "publish", topic: "navigation", message: 1 });
    socket.send({ type: "subscribe", topic: "notifications" });
    await socket.received({ type: "error", error: "mqtt client not connected", topic: "navigation" });
    await socket.received({ type: "error", error: "mqtt client not connected", topic: "notifications" });
    await broker.start();
    await socket.received({ type: "subscribed", topic: "notifications" });
    await flush(socket, "ana");
    expect(socket.messages("notifications")).toEqual(["last"]);
  });

  test("readiness reports it", async () => {
    const dependencies = async () => (await bff.app.inject("/readyz")).json().dependencies;
    expect(await dependencies()).toEqual({ broker: "down" });
    await broker.start();
    await until(async () => expect(await dependencies()).toEqual({ broker: "up" }));
  });
});

test("the broker's state is the first frame, and each change follows", async () => {
  const socket = await bff.open();
  await socket.received({ type: "state", state: "connected" });
  expect(socket.frames[0]?.type).toBe("state");
  await broker.stop();
  await socket.received({ type: "state", state: "closed" });
  await socket.received({ type: "state", state: "connecting" });
  const before = socket.all({ state: "connected" }).length;
  await broker.start();
  await socket.received({ type: "state", state: "connected" }, before + 1);
  const states = socket.all({ type: "state" }).map((frame) => frame.type === "state" && frame.state);
  expect(states.every((state, index) => state !== states[index - 1])).toBe(true);
});

test("a restart of the broker loses no subscription of open sockets and duplicates no message", async () => {
  const tokens = ["ana", "bruno", "carla"].map((name) => [name, makeToken(name)] as const);
  const sockets = await Promise.all(tokens.map(([, token]) => bff.enter(token, "notifications", "alerts")));
  for (const round of [1, 2]) {
    await broker.stop();
    await broker.start();
    for (const socket of sockets) {
      await socket.received({ type: "subscribed", topic: "notifications" }, round + 1);
      await socket.received({ type: "subscribed", topic: "alerts" }, round + 1);
    }
    for (const [name, token] of tokens) {
      await broker.publish(own(name, token), envelope(`own ${round}`));
      await broker.publish(`${name}/ALL/Frontend/alerts`, envelope(`all ${round}`));
    }
    // A restart may lose messages in flight, so only the last one is expected.
    for (const socket of sockets) {
      await until(() => expect(socket.messages("notifications").at(-1)).toBe(`own ${round}`));
      await until(() => expect(socket.messages("alerts").at(-1)).toBe(`all ${round}`));
    }
  }
  for (const socket of sockets) {
    expect(socket.messages("notifications")).toEqual(["own 1", "own 2"]);
    expect(socket.messages("alerts")).toEqual(["all 1", "all 2"]);
  }
});

test("metrics count sockets, frames and messages, without personal data", async () => {
  const token = makeToken("ana");
  const socket = await bff.enter(token, "notifications");
  await flush(socket, "ana");
  expect(await bff.metric("bff_realtime_sockets")).toBe("bff_realtime_sockets 1");
  expect(await bff.metric("bff_realtime_frames_in_total")).toBe("bff_realtime_frames_in_total 2");
  expect(await bff.metric('bff_realtime_messages_total{direction="out"}')).toMatch(/ 1$/);
  expect(await bff.metric("bff_realtime_broker_connected")).toBe("bff_realtime_broker_connected 1");
  const { body } = await bff.app.inject("/metrics");
  for (const secret of ["ana", "notifications", payloadOf(token)]) expect(body).not.toContain(secret);
  socket.socket.close(4_999);
  await until(async () => expect(await bff.metric("bff_realtime_sockets")).toBe("bff_realtime_sockets 0"));
  expect(await bff.metric('bff_realtime_closes_total{code="other"}')).toMatch(/ 1$/);
});

test("without a broker everything else works, and readiness does not wait for one", async () => {
  const alone = await new TestBff(undefined).listen();
  try {
    const socket = await alone.open();
    socket.send({ type: "authenticate", token: makeToken("ana") });
    socket.send({ type: "subscribe", topic: "notifications" });
    await socket.received({ type: "error", error: "mqtt client not connected", topic: "notifications" });
    expect(socket.frames[0]).toEqual({ type: "state", state: "closed" });
    expect((await alone.app.inject("/readyz")).json()).toEqual({ status: "ready", dependencies: { broker: "unused" } });
  } finally {
    await alone.app.close();
  }
});
