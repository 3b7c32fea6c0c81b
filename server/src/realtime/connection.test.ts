import { HOUR_MS } from "@lamina/shared/core/time";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EmbeddedBroker } from "../testing/broker.ts";
import { makeToken, NOON, payloadOf, TestBff } from "../testing/broker-bff.ts";
import { until } from "../testing/broker-until.ts";
import type { RealtimeLimits } from "./limits.ts";

let broker: EmbeddedBroker;
let bff: TestBff;

/** A BFF with other limits than the defaults. */
async function start(limits: Partial<RealtimeLimits> = {}): Promise<void> {
  bff = await new TestBff(broker.target, limits).listen();
}

beforeEach(async () => {
  broker = await EmbeddedBroker.start();
});
afterEach(async () => {
  await bff.app.close();
  await broker.stop();
});

const envelope = (message: unknown) => JSON.stringify({ message, date: "2025-05-14T12:00:00Z" });
const own = (name: string, token: string, topic = "notifications") => `${name}/${payloadOf(token)}/Frontend/${topic}`;

describe("the origin", () => {
  test("of another page closes with 4403, before any frame is sent or read", async () => {
    await start();
    for (const origin of ["https://evil.test", "https://farm.test.evil.test", "null"]) {
      const socket = await bff.open({ origin });
      socket.send({ type: "authenticate", token: makeToken("ana") });
      expect(await socket.closed).toEqual({ code: 4403, reason: "origin not allowed" });
      expect(socket.frames).toEqual([]);
    }
    expect(bff.proofs).toBe(0);
  });

  test("that is allowed, and a missing one (no browser), may enter", async () => {
    await start();
    for (const headers of [{ origin: "https://farm.test" }, {}]) {
      const socket = await bff.open(headers);
      socket.send({ type: "authenticate", token: makeToken("ana") });
      await socket.received({ type: "authenticated" });
    }
  });
});

describe("the first frame", () => {
  test("that is late closes with 4408", async () => {
    await start({ authenticationMs: 30 });
    const socket = await bff.open();
    expect((await socket.closed).code).toBe(4408);
  });

  test("that is garbage does not stop the timer", async () => {
    await start({ authenticationMs: 30 });
    const socket = await bff.open();
    socket.socket.send("garbage");
    expect((await socket.closed).code).toBe(4408);
  });

  test("with a slow proof does not count as late", async () => {
    // Enough for the frame of the first socket on a busy machine.
    await start({ authenticationMs: 1_500 });
    const proved = Promise.withResolvers<void>();
    bff.proofGate = proved.promise;
    const slow = await bff.open();
    slow.send({ type: "authenticate", token: makeToken("ana") });
    const silent = await bff.open();
    expect((await silent.closed).code).toBe(4408);
    proved.resolve();
    await slow.received({ type: "authenticated" });
  });

  test.each(["subscribe", "publish", "unsubscribe"] as const)("%s instead closes with 4401", async (type) => {
    await start();
    const socket = await bff.open();
    socket.send({ type, topic: "notifications", message: 1 });
    expect(await socket.closed).toEqual({ code: 4401, reason: "authenticate first" });
  });

  test.each([
    ["missing", ""],
    ["malformed", "no.token"],
    ["rejected", makeToken("ana")],
    ["expired", makeToken("ana", "1", -1_000)],
  ] as const)("with a token that is %s closes with 4401", async (fault, token) => {
    await start();
    if (fault === "rejected") bff.refusal = () => "rejected";
    const socket = await bff.open();
    socket.send({ type: "authenticate", token });
    expect(await socket.closed).toEqual({ code: 4401, reason: `token ${fault}` });
    expect(socket.all({ type: "authenticated" })).toEqual([]);
  });

  test("nothing is bridged before the proof; frames that arrived earlier are handled after it", async () => {
    await start();
    const proved = Promise.withResolvers<void>();
    bff.proofGate = proved.promise;
    const socket = await bff.open();
    socket.send({ type: "authenticate", token: makeToken("ana") });
    socket.send({ type: "subscribe", topic: "notifications" });
    await until(() => expect(bff.proofs).toBe(1));
    await socket.received({ type: "state", state: "connected" });
    expect(broker.log).toEqual([]);
    proved.resolve();
    await socket.received({ type: "subscribed", topic: "notifications" });
  });

  test("limits the frames that wait for the proof: 4429", async () => {
    await start();
    bff.proofGate = new Promise(() => undefined);
    const socket = await bff.open();
    socket.send({ type: "authenticate", token: makeToken("ana") });
    for (let topic = 0; topic < 17; topic += 1) socket.send({ type: "subscribe", topic: `t${topic}` });
    expect((await socket.closed).code).toBe(4429);
  });

  test("an unreachable API logs no user out: 1014, not 4401", async () => {
    await start();
    bff.refusal = () => "unavailable";
    const socket = await bff.open();
    socket.send({ type: "authenticate", token: makeToken("ana") });
    expect(await socket.closed).toEqual({ code: 1014, reason: "token cannot be proved now" });
  });

  test("a socket that closes before its proof leaves no state behind", async () => {
    await start();
    const proved = Promise.withResolvers<void>();
    bff.proofGate = proved.promise;
    const socket = await bff.open();
    socket.send({ type: "authenticate", token: makeToken("ana") });
    socket.send({ type: "subscribe", topic: "notifications" });
    await until(() => expect(bff.proofs).toBe(1));
    socket.socket.terminate();
    await until(async () => expect(await bff.metric("bff_realtime_sockets")).toBe("bff_realtime_sockets 0"));
    proved.resolve();
    await bff.enter(makeToken("bruno"), "notifications");
    expect(broker.log.filter((line) => line.includes("ana/"))).toEqual([]);
  });

  test("limits repeated authentication", async () => {
    await start();
    const socket = await bff.open();
    for (let attempt = 0; attempt < 12; attempt += 1) socket.send({ type: "authenticate", token: makeToken("ana") });
    expect((await socket.closed).code).toBe(4429);
    expect(bff.proofs).toBeLessThan(12);
  });
});

describe("a token", () => {
  test("that expires while open closes with 4401", async () => {
    await start();
    const token = makeToken("ana", "1", 60);
    const socket = await bff.enter(token);
    expect(socket.socket.readyState).toBe(socket.socket.OPEN);
    bff.now = NOON + 60;
    expect(await socket.closed).toEqual({ code: 4401, reason: "token expired" });
  });

  test("that expires beyond a timer's longest delay does not expire at once", async () => {
    await start();
    const socket = await bff.enter(makeToken("ana", "1", 400 * 24 * HOUR_MS), "notifications");
    await broker.publish("ana/ALL/Frontend/notifications", envelope(1));
    await socket.received({ message: 1 });
  });

  test("that the API refuses while it is in use closes its sockets with 4401, and no others", async () => {
    await start();
    const [refused, good] = [makeToken("ana", "1"), makeToken("ana", "2")];
    const [tab, otherTab, phone] = [await bff.enter(refused), await bff.enter(refused), await bff.enter(good)];
    bff.rejectToken(refused);
    expect(await tab.closed).toEqual({ code: 4401, reason: "token rejected" });
    expect((await otherTab.closed).code).toBe(4401);
    phone.send({ type: "subscribe", topic: "notifications" });
    await phone.received({ type: "subscribed" });
  });

  test.each(["", "a/b", "a+b", "#", "$SYS", "a\u0000b", "a\u0085b", "a\ud800b", "ã".repeat(129)])(
    "of a user with a name %j that cannot form a topic gets an error, and the socket stays",
    async (name) => {
      await start();
      const socket = await bff.open();
      socket.send({ type: "authenticate", token: makeToken(name) });
      const error = "user name cannot form a topic";
      await socket.received({ type: "error", error });
      socket.send({ type: "subscribe", topic: "notifications" });
      socket.send({ type: "publish", topic: "navigation", message: 1 });
      await socket.received({ type: "error", error, topic: "notifications" });
      await socket.received({ type: "error", error, topic: "navigation" });
      await bff.enter(makeToken("ana"), "notifications");
      expect(broker.log.every((line) => line.startsWith("subscribe ana/"))).toBe(true);
      expect(broker.connections).toBe(1);
    },
  );
});

describe("renewal", () => {
  test("moves to the new token's topics during a stream of messages, without loss or duplicates", async () => {
    // Longer than the stream, which goes to the old topic until it sees the renewal.
    await start({ renewalOverlapMs: 60_000 });
    const [before, after] = [makeToken("ana", "1"), makeToken("ana", "2")];
    const socket = await bff.enter(before, "notifications");
    const sent: number[] = [];
    let renewed = false;
    const stream = (async () => {
      for (let message = 0; message < 300; message += 1) {
        sent.push(message);
        const all = message % 3 === 0;
        const topic = all ? "ana/ALL/Frontend/notifications" : own("ana", renewed ? after : before);
        await broker.publish(topic, envelope(message));
        if (message === 100) socket.send({ type: "authenticate", token: after });
        renewed ||= socket.all({ type: "authenticated" }).length > 1;
        if (message > 100 && !renewed) await new Promise(setImmediate);
      }
    })();
    await stream;
    await until(() => expect(socket.messages("notifications")).toHaveLength(sent.length));
    expect(socket.messages("notifications")).toEqual(sent);
    expect(renewed).toBe(true);
  });

  test("after the overlap the old token's topics are silent, and publications use the new ones", async () => {
    await start({ renewalOverlapMs: 10 });
    const [before, after] = [makeToken("ana", "1"), makeToken("ana", "2")];
    const socket = await bff.enter(before, "notifications");
    const phone = await bff.enter(after, "navigation");
    socket.send({ type: "authenticate", token: after });
    await socket.received({ type: "authenticated" }, 2);
    socket.send({ type: "publish", topic: "navigation", message: "moved" });
    await phone.received({ message: "moved" });
    await until(async () => {
      socket.frames.length = 0;
      await broker.publish(own("ana", before), envelope("old"));
      await broker.publish(own("ana", after), envelope("new"));
      await socket.received({ message: "new" });
      expect(socket.messages("notifications")).not.toContain("old");
    });
  });

  test("postpones the expiry", async () => {
    await start();
    const socket = await bff.enter(makeToken("ana", "1", 60));
    socket.send({ type: "authenticate", token: makeToken("ana", "2", HOUR_MS) });
    await socket.received({ type: "authenticated" }, 2);
    bff.now = NOON + 1_000;
    bff.rejectToken(makeToken("ana", "1", 60));
    socket.send({ type: "subscribe", topic: "notifications" });
    await socket.received({ type: "subscribed" });
  });

  test("with a refused token closes with 4401; with an unreachable API it changes nothing", async () => {
    await start();
    const socket = await bff.enter(makeToken("ana", "1"), "notifications");
    bff.refusal = () => "unavailable";
    socket.send({ type: "authenticate", token: makeToken("ana", "2") });
    await socket.received({ type: "error", error: "token cannot be proved now" });
    await broker.publish("ana/ALL/Frontend/notifications", envelope("still"));
    await socket.received({ message: "still" });
    bff.refusal = () => "rejected";
    socket.send({ type: "authenticate", token: makeToken("ana", "3") });
    expect((await socket.closed).code).toBe(4401);
  });

  test("with another user's token closes with 1008, and takes nothing over", async () => {
    await start();
    const bruno = makeToken("bruno");
    const socket = await bff.enter(makeToken("ana"), "notifications");
    socket.send({ type: "authenticate", token: bruno });
    expect(await socket.closed).toEqual({ code: 1008, reason: "token of another user" });
    expect(broker.log.filter((line) => line.includes("bruno"))).toEqual([]);
  });

  test("only the last of several authentications counts", async () => {
    await start();
    const first = Promise.withResolvers<void>();
    bff.proofGate = first.promise;
    bff.refusal = (token) => (token === makeToken("ana", "1") ? "rejected" : undefined);
    const socket = await bff.open();
    socket.send({ type: "authenticate", token: makeToken("ana", "1") });
    await until(() => expect(bff.proofs).toBe(1));
    bff.proofGate = Promise.resolve();
    socket.send({ type: "authenticate", token: makeToken("ana", "2") });
    await socket.received({ type: "authenticated" });
    first.resolve();
    socket.send({ type: "subscribe", topic: "notifications" });
    await socket.received({ type: "subscribed" });
  });
});

describe("limits", () => {
  test("a client that does not read is closed with 1013, and its memory is bounded", async () => {
    await start({ maxBufferedBytes: 262_144, closeGraceMs: 60_000 });
    const [slow, quick] = [
      await bff.enter(makeToken("ana"), "notifications"),
      await bff.enter(makeToken("ana"), "notifications"),
    ];
    slow.socket.pause();
    const server = [...bff.app.websocketServer.clients];
    let highest = 0;
    const message = envelope("x".repeat(65_536));
    await until(async () => {
      await broker.publish("ana/ALL/Frontend/notifications", message);
      highest = Math.max(highest, ...server.map((socket) => socket.bufferedAmount));
      expect(await bff.metric('bff_realtime_dropped_total{reason="consumer too slow"}')).toMatch(/ 1$/);
    });
    for (let more = 0; more < 50; more += 1) await broker.publish("ana/ALL/Frontend/notifications", message);
    highest = Math.max(highest, ...server.map((socket) => socket.bufferedAmount));
    expect(highest).toBeLessThan(262_144 + 1_024);
    slow.socket.resume();
    expect(await slow.closed).toEqual({ code: 1013, reason: "consumer too slow" });
    await until(() => expect(quick.messages("notifications").length).toBeGreaterThan(50));
  });

  test("a slow client that never reads its close frame is cut off", async () => {
    await start({ maxBufferedBytes: 65_536, closeGraceMs: 20 });
    const slow = await bff.enter(makeToken("ana"), "notifications");
    slow.socket.pause();
    await until(async () => {
      await broker.publish("ana/ALL/Frontend/notifications", envelope("x".repeat(65_536)));
      expect(await bff.metric("bff_realtime_sockets")).toBe("bff_realtime_sockets 0");
    });
    slow.socket.terminate();
  });

  test("limits the sockets of one user, and one that closes frees its place", async () => {
    await start({ maxSocketsPerUser: 2 });
    const first = await bff.enter(makeToken("ana", "1"));
    await bff.enter(makeToken("ana", "2"));
    const third = await bff.open();
    third.send({ type: "authenticate", token: makeToken("ana", "3") });
    expect(await third.closed).toEqual({ code: 1008, reason: "too many connections of this user" });
    await bff.enter(makeToken("bruno"));
    first.socket.close();
    await until(async () => {
      await expect(bff.enter(makeToken("ana", "4"))).resolves.toBeDefined();
    });
  });

  test("limits tokens without a name one by one", async () => {
    await start({ maxSocketsPerUser: 1 });
    const [first, second] = [makeToken("", "1"), makeToken("", "2")];
    await bff.enter(first);
    await bff.enter(second);
    const third = await bff.open();
    third.send({ type: "authenticate", token: first });
    expect((await third.closed).code).toBe(1008);
  });

  test("a peer that no longer answers pings is cut off, one that does stays", async () => {
    await start({ pingIntervalMs: 20, pongTimeoutMs: 1_000 });
    const dead = await bff.open();
    const alive = await bff.enter(makeToken("ana"));
    let pings = 0;
    alive.socket.on("ping", () => {
      pings += 1;
    });
    dead.socket.pause();
    await until(async () => expect(await bff.metric("bff_realtime_sockets")).toBe("bff_realtime_sockets 1"));
    await until(() => expect(pings).toBeGreaterThan(4));
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    dead.socket.terminate();
  });
});

test("a protocol violation closes one socket and does not end the process", async () => {
  await start();
  const [broken, healthy] = [await bff.enter(makeToken("ana")), await bff.enter(makeToken("ana"))];
  const raw = Reflect.get(broken.socket, "_socket") as { write(bytes: Uint8Array): void };
  raw.write(Uint8Array.of(0xff, 0xff, 0xff, 0xff));
  expect((await broken.closed).code).toBe(1002);
  healthy.send({ type: "subscribe", topic: "notifications" });
  await healthy.received({ type: "subscribed" });
});

describe("the shutdown", () => {
  test("closes every socket with 1001, and the broker's link", async () => {
    await start();
    const sockets = [
      await bff.enter(makeToken("ana"), "notifications"),
      await bff.enter(makeToken("bruno")),
      await bff.open(),
    ];
    await bff.app.close();
    for (const socket of sockets) expect(await socket.closed).toEqual({ code: 1001, reason: "going down" });
    await until(() => expect(broker.connected).toBe(0));
  });

  test("does not wait for a peer that does not answer", async () => {
    await start({ closeGraceMs: 20 });
    const socket = await bff.enter(makeToken("ana"));
    socket.socket.pause();
    await bff.app.close();
    socket.socket.terminate();
  });
});
