import type { IncomingMessage } from "node:http";
import type { Writable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import fastifyWebsocket from "@fastify/websocket";
import { REALTIME_MAX_FRAME_BYTES } from "@lamina/shared/core/limits";
import { parseTopic } from "@lamina/shared/messages/broker";
import { CloseCode } from "@lamina/shared/messages/realtime";
import type { FastifyInstance, FastifyReply } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { WebSocket, WebSocketServer } from "ws";
import type { Config } from "../config.ts";
import { problems } from "../errors.ts";
import { Broker, type BrokerTarget } from "./broker.ts";
import { Connection, type ConnectionContext } from "./connection.ts";
import { FaultLog } from "./fault-log.ts";
import { type Follower, Followers } from "./followers.ts";
import { encodeFrame, encodeMessage } from "./frames.ts";
import { Hub } from "./hub.ts";
import { REALTIME_LIMITS, type RealtimeLimits } from "./limits.ts";
import { realtimeMetrics } from "./metrics.ts";
import type { BridgedMessage } from "./observation.ts";
import { readMessage } from "./received-message.ts";
import { Subscriptions } from "./subscriptions.ts";
import { WriteBatch } from "./write-batch.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Observes a user's notifications until the returned function is called. */
    followNotifications: (userName: string, follower: Follower) => () => void;
  }
}

export interface RealtimeOptions {
  config: Pick<
    Config,
    "brokerConnectTimeoutMs" | "brokerReconnectPeriodMs" | "brokerKeepAliveMs" | "brokerMaxPacketBytes"
  >;
  limits?: Partial<RealtimeLimits>;
}

const REALTIME_PATH = "/realtime";
/** Interval at which a share of the sockets is closed during a drain. */
const CLOSE_SLICE_MS = 50;

/** `/realtime`: bridges the broker's messages to browsers, and their events to the broker (contract, realtime frames). */
export const realtime = fastifyPlugin<RealtimeOptions>(
  async (app, { config, limits: changedLimits }) => {
    const limits = { ...REALTIME_LIMITS, ...changedLimits };
    const connections = new Set<Connection>();
    const broker = connectBroker(app, config, limits);
    const metrics = realtimeMetrics(app.metrics.registry, broker);
    const faults = new FaultLog(app.log, metrics);
    broker.on("redelivery", () => metrics.redeliveries.inc());
    broker.on("tooLarge", (brokerTopic) => {
      metrics.dropped.inc({ reason: "too large" });
      app.log.warn({ topic: parseTopic(brokerTopic)?.topic }, "a message of the broker is too large: left out");
    });
    const subscriptions = new Subscriptions<BridgedMessage>(broker, (brokerTopic, payload, pages, retained) => {
      const parts = parseTopic(brokerTopic);
      if (!parts) return undefined;
      const message = readMessage(payload, app.clock());
      faults.report(parts, message.faults);
      metrics.bridged.inc({ direction: "out" });
      const delivery = { topic: parts.topic, pages, retained };
      const content = encodeMessage(message, delivery);
      const ack = followers.arrived(parts, message, retained);
      return { content, frame: ack === undefined ? content : encodeMessage(message, { ...delivery, ack }) };
    });
    const followers = new Followers(subscriptions);
    app.decorate("followNotifications", (userName, follower) => followers.follow(userName, follower));
    const hub = new Hub({ broker, subscriptions, limits, now: app.clock });

    broker.on("state", (state) => {
      const frame = encodeFrame({ type: "state", state });
      for (const connection of connections) connection.deliver(frame);
    });
    app.tokens.onRejected((hash) => {
      for (const connection of connections) connection.tokenRejected(hash);
    });

    await app.register(fastifyWebsocket, {
      options: {
        maxPayload: REALTIME_MAX_FRAME_BYTES,
        perMessageDeflate: false,
      },
      preClose(done) {
        closeAll(app.websocketServer, connections).then(() => done(), done);
      },
    });
    const handshakes = new WeakMap<IncomingMessage, FastifyReply>();
    // ws writes the handshake response itself, without running hooks.
    app.websocketServer.on("headers", (headers, request) => {
      headers.push(`x-request-id: ${handshakes.get(request)?.request.id}`);
    });
    app.websocketServer.on("connection", (_socket, request) => endHandshake(handshakes.get(request)));

    const context = {
      hub,
      followers,
      tokens: app.tokens,
      limits,
      metrics,
      now: app.upstream.now,
      elapsed: app.elapsed,
      writes: new WriteBatch(),
    };
    const open = (
      socket: WebSocket,
      stream: Writable,
      { log, address }: Pick<ConnectionContext, "log" | "address">,
      isAllowed: boolean,
    ) => {
      // The library's listener references the request for the socket's lifetime; Connection attaches its own.
      socket.removeAllListeners("error");
      const connection = new Connection(socket, stream, { ...context, log, address });
      connections.add(connection);
      socket.on("close", () => connections.delete(connection));
      if (isAllowed) connection.send({ type: "state", state: broker.state });
      else connection.close(CloseCode.originNotAllowed, "origin not allowed");
    };
    app.route({
      method: "GET",
      url: REALTIME_PATH,
      onRequest: async ({ raw }, reply) => void handshakes.set(raw, reply),
      // Without an upgrade the route does not exist; the library's own response would be no problem+json.
      handler: async () => {
        throw problems.notFound();
      },
      // A separate function, so that no closure references the request for the socket's lifetime.
      wsHandler: (socket, request) =>
        open(
          socket,
          request.socket,
          { log: request.log, address: request.ip },
          request.headers.origin === undefined || app.originAllowed(request),
        ),
    });

    app.drain.onBegin((delayMs) => closeGradually(connections, delayMs));
    app.addHook("onClose", async () => subscriptions.close());
  },
  { name: "realtime", dependencies: ["metrics", "health", "session", "supervisor"] },
);

/** Ends the handshake's request, which would otherwise stay in memory, and in the metrics, as long as the socket. */
function endHandshake(reply: FastifyReply | undefined): void {
  if (!reply) return;
  const { raw, request } = reply;
  raw.statusCode = 101;
  raw.detachSocket(request.raw.socket);
  raw.emit("close");
}

function connectBroker(app: FastifyInstance, config: RealtimeOptions["config"], limits: RealtimeLimits): Broker {
  const broker = new Broker({
    log: app.log,
    connectTimeoutMs: config.brokerConnectTimeoutMs,
    reconnectPeriodMs: config.brokerReconnectPeriodMs,
    keepAliveMs: config.brokerKeepAliveMs,
    acknowledgementMs: limits.brokerAcknowledgementMs,
    maxPacketBytes: config.brokerMaxPacketBytes,
    elapsed: app.elapsed,
  });
  let previous: BrokerTarget | undefined;
  const stopWatching = app.upstreamTarget.watch((target) => {
    if (previous && isDeepStrictEqual(target.broker, previous)) return;
    previous = target.broker;
    if (target.broker) broker.connect(target.broker);
    else void broker.close();
  });
  app.addHook("onClose", async () => {
    stopWatching();
    await broker.close();
  });
  app.health.register("broker", () => {
    const target = app.upstreamTarget.current;
    if (target && !target.broker) return "unused";
    if (broker.state !== "connected") throw new Error(`broker is ${broker.state}`);
  });
  return broker;
}

/** Closes the open sockets with 1001, spread evenly over a time, so that they do not all reconnect at once. */
function closeGradually(connections: ReadonlySet<Connection>, overMs: number): void {
  const remaining = [...connections];
  const slice = Math.ceil(remaining.length / Math.max(1, overMs / CLOSE_SLICE_MS));
  const timer = setInterval(() => {
    for (const connection of remaining.splice(0, slice)) connection.close(CloseCode.goingDown, "going down");
    if (remaining.length === 0) clearInterval(timer);
  }, CLOSE_SLICE_MS).unref();
}

/** Closes all sockets with 1001, and waits until every peer has answered or is cut off. */
async function closeAll(server: WebSocketServer, connections: ReadonlySet<Connection>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const connection of connections) connection.close(CloseCode.goingDown, "going down");
  await closed;
}
