import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { createSecureContext } from "node:tls";
import { MQTT_NOT_CONNECTED } from "@lamina/shared/core/errors";
import {
  BROKER_CONNECT_TIMEOUT_MS,
  BROKER_KEEP_ALIVE_MS,
  BROKER_MAX_PACKET_BYTES,
  BROKER_QOS,
  BROKER_RECONNECT_PERIOD_MS,
} from "@lamina/shared/core/limits";
import { fillPacketLengths } from "@lamina/shared/messages/packet-lengths";
import type { BrokerState } from "@lamina/shared/messages/realtime";
import { onRefusedUpgrade } from "@lamina/shared/messages/refused-upgrade";
import type { FastifyBaseLogger } from "fastify";
import mqtt, { type ISubscriptionMap, type MqttClient } from "mqtt";
import { writeToStream } from "mqtt-packet";
import { authorities } from "../authorities.ts";
import { guardLink } from "./guard/broker-guard.ts";
import { TOO_LARGE } from "./guard/large-messages.ts";
import { LinkLog } from "./guard/link-log.ts";
import { REALTIME_LIMITS } from "./limits.ts";
import { Publishers } from "./publishers.ts";
import { Redeliveries } from "./redeliveries.ts";

/** Address and credentials of the broker (§7: secure WebSocket, credentials from configuration). */
export interface BrokerTarget {
  /** `wss://host:8884/mqtt` */
  url: string;
  username?: string | undefined;
  password?: string | undefined;
  /** PEM of a certificate authority to trust in addition to the known ones. */
  ca?: string | undefined;
}

interface BrokerOptions {
  log: Pick<FastifyBaseLogger, "warn">;
  connectTimeoutMs?: number | undefined;
  reconnectPeriodMs?: number | undefined;
  /** A dead link is detected after one and a half of these (MQTT 3.1.1, 3.1.2.10). */
  keepAliveMs?: number | undefined;
  acknowledgementMs?: number | undefined;
  /** The largest packet that the broker takes, in bytes. */
  maxPacketBytes?: number | undefined;
  elapsed?: () => number;
}

/**
 * Maximum publications that wait for their PUBACK, over all sockets. At 64 KiB each, this bounds the memory that a
 * silent broker costs.
 */
export const MAX_UNACKNOWLEDGED = 1_000;

/** The largest message over WebSocket, which is in memory as a whole. A larger one cuts the link. */
const MAX_FRAME_BYTES = 16_777_216;
/** What a packet has beside topic and payload, at most. */
const PACKET_OVERHEAD = 9;

/** Thrown for a publication that is refused to its sender; the message is for the sender. */
class RefusedPublicationError extends Error {}

/** Thrown for publishing or observing while the broker is not connected (§8). */
export class NotConnectedError extends Error {
  constructor() {
    super(MQTT_NOT_CONNECTED);
  }
}

/**
 * The one MQTT connection of the process. It reconnects indefinitely, and reports it by `state`. Topics must come from
 * `buildTopic`, because one malformed topic makes a broker drop the link of all users.
 */
export class Broker extends EventEmitter<{
  state: [BrokerState];
  /** `retained`: the broker had stored it before the subscription. */
  message: [topic: string, payload: Buffer, retained: boolean];
  /** A packet that the broker sent again (DUP) was dropped. */
  redelivery: [];
  /** A message over the limit was left out. */
  tooLarge: [topic: string];
}> {
  #state: BrokerState = "closed";
  #client: MqttClient | undefined;
  #unacknowledged = 0;
  readonly #options: BrokerOptions;
  readonly #publishers: Publishers;
  readonly #elapsed: () => number;

  constructor(options: BrokerOptions) {
    super();
    this.#elapsed = options.elapsed ?? (() => performance.now());
    this.#publishers = new Publishers(this.#elapsed);
    this.#options = options;
    // The cache of encoded packet ids takes megabytes and has no measurable benefit.
    writeToStream.cacheNumbers = false;
  }

  get state(): BrokerState {
    return this.#state;
  }

  /** Connects, or moves to another broker. Returns at once; an unreachable broker is retried. */
  connect(target: BrokerTarget): void {
    this.#client?.end(true);
    const { log, connectTimeoutMs, reconnectPeriodMs, keepAliveMs } = this.#options;
    // Created once, because the library would parse about 150 authorities at each attempt.
    const secureContext = createSecureContext({ ca: authorities(target.ca) });
    const client = mqtt.connect(target.url, {
      clientId: `lamina-${randomBytes(8).toString("hex")}`,
      username: target.username,
      password: target.password,
      secureContext,
      rejectUnauthorized: true,
      connectTimeout: connectTimeoutMs ?? BROKER_CONNECT_TIMEOUT_MS,
      reconnectPeriod: reconnectPeriodMs ?? BROKER_RECONNECT_PERIOD_MS,
      // Credentials may be corrected at the broker, so keep trying.
      reconnectOnConnackError: true,
      keepalive: Math.ceil((keepAliveMs ?? BROKER_KEEP_ALIVE_MS) / 1000),
      clean: true,
      writeCache: false,
      // The guard must be attached before the first packet.
      manualConnect: true,
      // `Subscriptions` resubscribes by itself, because it knows which topics are in use and needs to learn of each
      // grant.
      resubscribe: false,
      wsOptions: { perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES, secureContext },
      // Nagle's algorithm delays small packets. ws disables it by itself, plain TLS does not.
      noDelay: true,
    } as mqtt.IClientOptions);
    this.#client = client;
    const mine = (listener: () => void) => () => {
      if (this.#client === client) listener();
    };
    // Not before the program listens, because it delays the start.
    client.once("connect", () => fillPacketLengths({ writeToStream }));
    client.on(
      "connect",
      mine(() => this.#change("connected")),
    );
    client.on(
      "reconnect",
      mine(() => this.#change("connecting")),
    );
    guardLink(client, (violation) => log.warn({ violation }, "broker breaks the protocol: link cut"));
    client.on(
      "close",
      mine(() => this.#publishers.linkBroken()),
    );
    client.on("close", () => forgetPublications(client));
    client.on(
      "close",
      mine(() => this.#change("closed")),
    );
    const linkLog = new LinkLog(log, this.#elapsed);
    client.on("connect", () => linkLog.connected());
    client.on("error", (error) => linkLog.failed(error));
    client.on(
      "close",
      mine(() => linkLog.closed()),
    );
    const redeliveries = new Redeliveries();
    // Packet ids restart with each connection.
    client.on("connect", () => redeliveries.clear());
    client.on("message", (topic, payload, packet) => {
      if (redeliveries.has(packet)) this.emit("redelivery");
      else if (payload.equals(TOO_LARGE)) this.emit("tooLarge", topic);
      else this.emit("message", topic, payload, packet.retain);
    });
    this.#change("closed");
    this.#change("connecting");
    client.connect();
    onRefusedUpgrade(client, (status) => log.warn({ url: target.url, status }, "no broker at this path of MQTT_URL"));
  }

  /**
   * Publishes at QoS 1 for a user. Resolves when the broker has acknowledged it.
   * @throws NotConnectedError when there is no connection, or it broke before the acknowledgement;
   *   RefusedPublicationError when it is too large, or the user's last one broke the link
   */
  async publish(topic: string, payload: string, user: string): Promise<void> {
    const client = this.#connected();
    const size = Buffer.byteLength(topic) + Buffer.byteLength(payload) + PACKET_OVERHEAD;
    if (size > (this.#options.maxPacketBytes ?? BROKER_MAX_PACKET_BYTES)) {
      throw new RefusedPublicationError("message too large for the broker");
    }
    if (!this.#publishers.mayPublish(user)) {
      throw new RefusedPublicationError("the broker closed the connection at an earlier message; try again later");
    }
    if (this.#unacknowledged >= MAX_UNACKNOWLEDGED) throw new Error("mqtt broker does not keep up");
    this.#unacknowledged += 1;
    this.#publishers.begin(user);
    let acknowledged = false;
    try {
      await client.publishAsync(topic, payload, { qos: BROKER_QOS });
      acknowledged = true;
    } catch {
      throw new NotConnectedError();
    } finally {
      this.#publishers.end(user, { acknowledged });
      this.#unacknowledged -= 1;
    }
  }

  /** Resolves to whether the broker granted it. @throws when the connection broke first */
  async subscribe(topic: string): Promise<boolean> {
    const client = this.#connected();
    const unanswered = setTimeout(() => {
      this.#options.log.warn("broker leaves a subscription unanswered: link cut");
      client.stream.destroy();
    }, this.#options.acknowledgementMs ?? REALTIME_LIMITS.brokerAcknowledgementMs).unref();
    try {
      // Also where it is subscribed: the broker then sends its stored message again (MQTT 3.1.1, 3.8.4).
      const again: ISubscriptionMap = { [topic]: { qos: BROKER_QOS } };
      await client.subscribeAsync(Object.assign(again, { resubscribe: true }));
      return true;
    } catch (error) {
      // A denial carries the SUBACK with return code 0x80 (MQTT 3.1.1, 3.9.3); a broken connection has none.
      if (error instanceof mqtt.ErrorWithSubackPacket && error.packet) return false;
      throw new NotConnectedError();
    } finally {
      clearTimeout(unanswered);
    }
  }

  /** @throws when the connection broke first */
  async unsubscribe(topic: string): Promise<void> {
    await this.#connected().unsubscribeAsync(topic);
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#change("closed");
    await client?.endAsync(true);
  }

  #connected(): MqttClient {
    if (this.#state !== "connected" || !this.#client) throw new NotConnectedError();
    return this.#client;
  }

  #change(state: BrokerState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.emit("state", state);
  }
}

function forgetPublications(client: MqttClient): void {
  for (const id of Object.keys(client.outgoing)) client.removeOutgoingMessage(Number(id));
}
