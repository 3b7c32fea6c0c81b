import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { getCACertificates } from "node:tls";
import { MQTT_NOT_CONNECTED } from "@lamina/shared/errors";
import { BROKER_CONNECT_TIMEOUT_MS, BROKER_QOS, BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/limits";
import type { BrokerState } from "@lamina/shared/realtime";
import type { FastifyBaseLogger } from "fastify";
import mqtt, { type MqttClient } from "mqtt";

/** Where the broker is and how we sign in (§7: secure WebSocket, credentials from configuration). */
export interface BrokerTarget {
  /** `wss://host:8884/mqtt` */
  url: string;
  username?: string | undefined;
  password?: string | undefined;
  /** PEM of a certificate authority to trust beside the known ones. */
  ca?: string | undefined;
}

export interface BrokerOptions {
  log: FastifyBaseLogger;
  connectTimeoutMs?: number | undefined;
  reconnectPeriodMs?: number | undefined;
}

/** A dead link is noticed after one and a half of these. MQTT 3.1.1, 3.1.2.10, leaves the value to the client. */
const KEEP_ALIVE_S = 30;
/** Publications that wait for their PUBACK, over all sockets: with 64 KiB each, what a silent broker may cost us is bounded. */
export const MAX_UNACKNOWLEDGED = 1_000;

/** Publishing or observing while the broker is not connected (§8). */
export class NotConnectedError extends Error {
  constructor() {
    super(MQTT_NOT_CONNECTED);
  }
}

/**
 * The one MQTT connection of the process. It reconnects for ever, and says so by `state`.
 * Topics must come from `buildTopic`: one malformed topic makes a broker drop the link of everybody.
 */
export class Broker extends EventEmitter<{ state: [BrokerState]; message: [topic: string, payload: Buffer] }> {
  #state: BrokerState = "closed";
  #client: MqttClient | undefined;
  #unacknowledged = 0;
  readonly #options: BrokerOptions;

  constructor(options: BrokerOptions) {
    super();
    this.#options = options;
  }

  get state(): BrokerState {
    return this.#state;
  }

  /** Connects, or moves to another broker. Returns at once; an unreachable broker is tried again and again. */
  connect(target: BrokerTarget): void {
    this.#client?.end(true);
    const { log, connectTimeoutMs, reconnectPeriodMs } = this.#options;
    const client = mqtt.connect(target.url, {
      clientId: `lamina-${randomBytes(8).toString("hex")}`,
      username: target.username,
      password: target.password,
      ...(target.ca && { ca: [...getCACertificates(), target.ca] }),
      rejectUnauthorized: true,
      connectTimeout: connectTimeoutMs ?? BROKER_CONNECT_TIMEOUT_MS,
      reconnectPeriod: reconnectPeriodMs ?? BROKER_RECONNECT_PERIOD_MS,
      // Bad credentials may be mended at the broker: keep trying.
      reconnectOnConnackError: true,
      keepalive: KEEP_ALIVE_S,
      clean: true,
      // `Subscriptions` asks again by itself: it knows what is still wanted, and learns when it is granted.
      resubscribe: false,
      wsOptions: { perMessageDeflate: false },
      // With Nagle's algorithm p99 is 35 ms instead of 4. ws switches it off by itself, plain TLS does not.
      noDelay: true,
    } as mqtt.IClientOptions);
    this.#client = client;
    const mine = (listener: () => void) => () => {
      if (this.#client === client) listener();
    };
    client.on(
      "connect",
      mine(() => this.#change("connected")),
    );
    client.on(
      "reconnect",
      mine(() => this.#change("connecting")),
    );
    client.on("close", () => forgetPublications(client));
    client.on(
      "close",
      mine(() => this.#change("closed")),
    );
    client.on("error", (error) => log.warn({ err: error }, "broker connection failed"));
    client.on("message", (topic, payload) => this.emit("message", topic, payload));
    this.#change("closed");
    this.#change("connecting");
  }

  /**
   * Publishes at QoS 1. Resolves when the broker has it.
   * @throws NotConnectedError when there is no connection, or it broke before the acknowledgement
   */
  async publish(topic: string, payload: string): Promise<void> {
    const client = this.#connected();
    if (this.#unacknowledged >= MAX_UNACKNOWLEDGED) throw new Error("mqtt broker does not keep up");
    this.#unacknowledged += 1;
    try {
      await client.publishAsync(topic, payload, { qos: BROKER_QOS });
    } catch {
      throw new NotConnectedError();
    } finally {
      this.#unacknowledged -= 1;
    }
  }

  /** Resolves to whether the broker granted it. @throws when the connection broke first */
  async subscribe(topic: string): Promise<boolean> {
    try {
      await this.#connected().subscribeAsync(topic, { qos: BROKER_QOS });
      return true;
    } catch (error) {
      // A denial carries the SUBACK that says so (MQTT 3.1.1, 3.9.3: return code 0x80); a broken connection has none.
      if (error instanceof mqtt.ErrorWithSubackPacket && error.packet) return false;
      throw new NotConnectedError();
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

/**
 * A publication that the broker answered by dropping the link would be replayed at every reconnect, and drop it again.
 * Its sender is told, and may send it again.
 */
function forgetPublications(client: MqttClient): void {
  for (const id of Object.keys(client.outgoing)) client.removeOutgoingMessage(Number(id));
}
