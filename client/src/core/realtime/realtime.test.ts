// @vitest-environment node
// jsdom's WebSocket does not work under Vitest, so the tests use that of Node.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/core/limits";
import { CloseCode } from "@lamina/shared/messages/realtime";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startRealtimeServer } from "../../testing/realtime-server.ts";
import { expectConsoleError } from "../../testing/setup.ts";
import { reconnectPause } from "./backoff.ts";
import { QUIET_MS } from "./connection.ts";
import { ASK_MS } from "./line-watch.ts";
import { createRealtime, type RealtimeState } from "./realtime.ts";

async function open(token = "t1", isShown = false) {
  const server = await startRealtimeServer();
  const current = { token: token as string | null, url: server.url, answers: true };
  const unauthorized = vi.fn();
  const realtime = createRealtime({
    url: () => current.url,
    token: () => current.token,
    unauthorized,
    random: () => 0,
    isShown: () => isShown,
    answers: async () => current.answers,
  });
  onTestFinished(realtime.stop);
  const reaches = (state: Partial<RealtimeState>) =>
    vi.waitFor(() => expect(realtime.state.get()).toMatchObject(state));
  return { server, realtime, current, unauthorized, reaches };
}

/** A line that takes everything and answers nothing. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("the connection", () => {
  it("authenticates first, and reports both links", async () => {
    const { server, realtime, reaches } = await open();
    const seen: RealtimeState[] = [];
    realtime.state.subscribe(() => seen.push(realtime.state.get()));
    realtime.start();
    await reaches({ link: "connected", broker: "connected" });
    expect(server.frames[0]).toEqual({ type: "authenticate", token: "t1" });
    expect(seen.map((state) => state.link)).toEqual(["connecting", "connected", "connected"]);
    server.send({ type: "state", state: "connecting" });
    await reaches({ link: "connected", broker: "connecting" });
  });

  it.each([
    CloseCode.goingDown,
    CloseCode.consumerTooSlow,
    CloseCode.publishingTooFast,
    CloseCode.authenticationTimeout,
  ])("comes back after close code %i, and does not log out", async (code) => {
    const { server, realtime, reaches, unauthorized } = await open();
    realtime.start();
    await reaches({ link: "connected" });
    server.closeAll(code);
    await reaches({ link: "closed", broker: "closed" });
    await reaches({ link: "connected" });
    expect(server.connections).toBe(2);
    expect(unauthorized).not.toHaveBeenCalled();
  });

  it("reconnects when the server returns after a longer outage", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    await reaches({ link: "connected" });
    const links: string[] = [];
    realtime.state.subscribe(() => links.push(realtime.state.get().link));
    await server.stop();
    // Further attempts may have failed until a busy machine looks.
    await vi.waitFor(() => expect(links.slice(0, 3)).toEqual(["closed", "connecting", "closed"]));
    await server.resume();
    await reaches({ link: "connected" });
  });

  it("on 4401 asks for a login once, and does not reconnect", async () => {
    const { server, realtime, unauthorized, reaches } = await open();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    server.onAuthenticate = (socket) => socket.close(CloseCode.unauthorized);
    realtime.start();
    await vi.waitUntil(() => unauthorized.mock.calls.length > 0);
    await reaches({ link: "closed" });
    expect(unauthorized).toHaveBeenCalledExactlyOnceWith("t1");
    vi.advanceTimersByTime(10 * BROKER_RECONNECT_PERIOD_MS);
    expect(realtime.state.get().link).toBe("closed");
  });

  it("on 4401 reconnects with a newer token when the refused one was renewed in the meantime", async () => {
    const { server, realtime, current, unauthorized, reaches } = await open();
    const accept = server.onAuthenticate;
    server.onAuthenticate = (socket, token) => {
      if (token === "t2") return accept(socket, token);
      current.token = "t2";
      socket.close(CloseCode.unauthorized);
    };
    realtime.start();
    await reaches({ link: "connected" });
    expect(unauthorized).not.toHaveBeenCalled();
  });

  it("authenticates again with a renewed token, over the same link", async () => {
    const { server, realtime, current, reaches } = await open();
    realtime.start();
    await reaches({ link: "connected" });
    current.token = "t2";
    realtime.authenticate();
    await server.received("authenticate", 2);
    expect(server.frames.at(-1)).toEqual({ type: "authenticate", token: "t2" });
    expect(server.connections).toBe(1);
  });

  it("reconnects at once on waking, before the next attempt is due", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    await reaches({ link: "connected" });
    await server.stop();
    await reaches({ link: "closed" });
    await server.resume();
    realtime.wake();
    expect(realtime.state.get().link).toBe("connecting");
    await reaches({ link: "connected" });
  });

  it("checks an open link once on waking, for any number of wake events", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    await reaches({ link: "connected" });
    server.onAuthenticate = () => {};
    for (let sign = 0; sign < 3; sign++) realtime.wake();
    realtime.publish("navigation", "after");
    await server.received("publish");
    expect(server.frames.filter((frame) => frame.type === "authenticate")).toHaveLength(2);
  });

  it.each([
    ["on the screen", true],
    ["in the background", false],
  ])("a link that has fallen silent is dropped within 5 s by a page %s: %s", async (_page, isShown) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { server, realtime, reaches } = await open("t1", isShown);
    realtime.start();
    await reaches({ broker: "connected" });
    realtime.subscribe("notifications", () => {});
    await server.received("subscribe");
    server.send({ type: "subscribed", topic: "notifications" });
    await reaches({ topics: "granted" });

    await vi.advanceTimersByTimeAsync(QUIET_MS);
    if (isShown) await server.received("subscribe", 2);
    server.send({ type: "subscribed", topic: "notifications" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(realtime.state.get().link, "answered").toBe("connected");
    const links: string[] = [];
    realtime.state.subscribe(() => links.push(realtime.state.get().link));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(links.includes("closed")).toBe(isShown);
  });

  it.each([
    ["is back after the line itself was dead", false],
    ["is only slow", true],
  ])("a link that waits on a line that %s is opened again: not where %s", async (_line, isSlow) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { server, realtime, current, reaches } = await open("t1", true);
    const silent = await startSilentServer();
    current.url = silent.url;
    current.answers = isSlow;
    realtime.start();
    await vi.advanceTimersByTimeAsync(ASK_MS);
    current.url = server.url;
    current.answers = true;
    await vi.advanceTimersByTimeAsync(ASK_MS + 200);
    if (isSlow) expect(realtime.state.get().link).toBe("connecting");
    else await reaches({ link: "connected" });
    expect(server.connections).toBe(isSlow ? 0 : 1);
  });

  it("an open link that has no answer after waking is dropped within 5 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { server, realtime, reaches } = await open();
    realtime.start();
    await reaches({ broker: "connected" });
    realtime.subscribe("notifications", () => {});
    await server.received("subscribe");
    server.send({ type: "subscribed", topic: "notifications" });
    await reaches({ topics: "granted" });
    const links: string[] = [];
    realtime.state.subscribe(() => links.push(realtime.state.get().link));
    realtime.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(links).toContain("closed");
  });

  it("a link that waits is begun anew on waking", async () => {
    const { server, realtime, current, reaches } = await open();
    const silent = await startSilentServer();
    current.url = silent.url;
    realtime.start();
    current.url = server.url;
    realtime.wake();
    expect(server.connections, "one of several signs").toBe(0);
    const begun = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(begun + ASK_MS + 1);
    realtime.wake();
    await reaches({ link: "connected" });
  });

  it("stays closed after it is stopped", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    await reaches({ link: "connected" });
    realtime.stop();
    expect(realtime.state.get()).toMatchObject({ link: "closed", broker: "closed" });
    realtime.wake();
    expect(realtime.state.get().link).toBe("closed");
    expect(server.connections).toBe(1);
  });

  it("ignores invalid frames", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    await reaches({ broker: "connected" });
    for (const text of ["", "{", "null", '{"type":"unheard of"}', '{"type":"state","state":7}']) server.sendText(text);
    server.send({ type: "state", state: "closed" });
    await reaches({ link: "connected", broker: "closed" });
  });
});

describe("topics", () => {
  it("are subscribed once when the link connects, and once after each reconnection", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    realtime.subscribe("notifications", () => {});
    realtime.subscribe("notifications", () => {});
    await server.received("subscribe");
    server.closeAll(CloseCode.goingDown);
    await server.received("subscribe", 2);
    await reaches({ link: "connected" });
    expect(server.frames.filter((frame) => frame.type === "subscribe")).toHaveLength(2);
  });

  it("deliver their messages to current listeners only", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    const heard = vi.fn();
    const gone = vi.fn();
    realtime.subscribe("notifications", heard);
    realtime.subscribe("notifications", gone)();
    await reaches({ link: "connected" });
    const message = {
      type: "message",
      topic: "notifications",
      message: { a: 1 },
      date: "2026-01-15T12:00:00Z",
    } as const;
    server.send(message);
    server.send({ ...message, topic: "other" });
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    expect(heard.mock.calls).toEqual([[{ message: { a: 1 }, date: "2026-01-15T12:00:00Z" }]]);
    expect(gone).not.toHaveBeenCalled();
  });

  it("carry the JSON of numbers that parsing changes", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    const heard: unknown[] = [];
    realtime.subscribe("notifications", ({ json }) => heard.push(json));
    await reaches({ link: "connected" });
    const frames = ["12345678901234567890", "1e400", "12.5"].map(
      (message) => `{"type":"message","topic":"notifications","message":${message},"date":"2026-01-15T12:00:00Z"}`,
    );
    for (const frame of frames) server.sendText(frame);
    await vi.waitFor(() => expect(heard).toEqual([...frames.slice(0, 2), undefined]));
  });

  it("are unsubscribed when the last listener stops", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    await reaches({ link: "connected" });
    const stops = [realtime.subscribe("notifications", () => {}), realtime.subscribe("notifications", () => {})];
    for (const stop of stops) stop();
    await server.received("unsubscribe");
    expect(server.frames.filter((frame) => frame.type === "unsubscribe")).toHaveLength(1);
  });

  it("are named on the console when they are refused", async () => {
    expectConsoleError(/not authorized: notifications/);
    const { server, realtime, reaches } = await open();
    realtime.start();
    await reaches({ broker: "connected" });
    realtime.subscribe("notifications", () => {});
    server.send({ type: "error", error: "not authorized", topic: "notifications" });
    await reaches({ topics: "refused" });
  });

  it("of a user whose name forms none are refused in one line, and nothing is published", async () => {
    expectConsoleError(/^user name cannot form a topic$/);
    const { server, realtime, reaches } = await open();
    realtime.start();
    await reaches({ broker: "connected" });
    const error = "user name cannot form a topic";
    server.send({ type: "error", error });
    realtime.subscribe("notifications", () => {});
    server.send({ type: "error", error, topic: "notifications" });
    await reaches({ topics: "refused" });
    for (let count = 0; count < 10; count++) realtime.publish("api-request", { count });
    realtime.subscribe("changes", () => {});
    await server.received("subscribe");
    expect(server.frames.filter(({ type }) => type === "publish")).toEqual([]);
  });

  it("are live when the broker has granted them, and again after the broker reconnects", async () => {
    const { server, realtime, reaches } = await open();
    realtime.start();
    realtime.subscribe("notifications", () => {});
    await reaches({ broker: "connected", topics: "waiting" });
    server.send({ type: "subscribed", topic: "notifications" });
    await reaches({ topics: "granted" });
    server.send({ type: "state", state: "closed" });
    await reaches({ topics: "waiting" });
    server.send({ type: "error", error: "mqtt client not connected", topic: "notifications" });
    server.send({ type: "state", state: "connected" });
    await reaches({ broker: "connected", topics: "waiting" });
    server.send({ type: "subscribed", topic: "notifications" });
    await reaches({ topics: "granted" });
  });

  it("throw 'mqtt client not connected' before the start and on publishing without a broker", async () => {
    const { server, realtime, reaches } = await open();
    expect(() => realtime.subscribe("notifications", () => {})).toThrow("mqtt client not connected");
    expect(() => realtime.publish("navigation", {})).toThrow("mqtt client not connected");
    realtime.start();
    await reaches({ broker: "connected" });
    realtime.publish("navigation", { to: "/maps" });
    await server.received("publish");
    server.send({ type: "state", state: "closed" });
    await reaches({ broker: "closed" });
    expect(() => realtime.publish("navigation", {})).toThrow("mqtt client not connected");
  });
});

it("reports when the link is back after a loss, not its first connection", async () => {
  const { server, realtime, reaches } = await open();
  const back = vi.fn();
  realtime.onReconnect(back);
  realtime.start();
  await reaches({ link: "connected" });
  expect(back).not.toHaveBeenCalled();
  server.closeAll(CloseCode.goingDown);
  await reaches({ link: "closed" });
  await reaches({ link: "connected" });
  expect(back).toHaveBeenCalledOnce();
});

describe("the pause before an attempt", () => {
  it("doubles up to the reconnect period, and half of it is random", () => {
    expect([0, 1, 2].map((attempt) => reconnectPause(attempt, 1))).toEqual([500, 1000, 2000]);
    expect(reconnectPause(50, 1)).toBe(3_500);
    expect(reconnectPause(50, 0)).toBe(1_750);
  });
});

describe("a message that waits for push", () => {
  it.each([
    ["seen", true, { type: "acknowledge", ack: "a1" }],
    ["in the background, for its device only", false, { type: "acknowledge", ack: "a1", device: "d1" }],
  ])("is acknowledged by a page that is %s", async (_case, isShown, acknowledgement) => {
    const { server, realtime, reaches } = await open("t1", isShown);
    realtime.start();
    await reaches({ broker: "connected" });
    const heard = vi.fn();
    realtime.subscribe("notifications", heard);
    server.send({ type: "message", topic: "notifications", message: "Chuva", date: "", ack: "a1" });
    server.send({ type: "message", topic: "notifications", message: "Vento", date: "" });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
    expect(heard.mock.calls[0]).toEqual([{ message: "Chuva", ack: "a1", date: "", json: undefined }]);
    realtime.shownBehind("a1", "d1");
    realtime.publish("navigation", {});
    await server.received("publish");
    expect(server.frames.filter(({ type }) => type === "acknowledge")).toEqual([acknowledgement]);
  });
});
