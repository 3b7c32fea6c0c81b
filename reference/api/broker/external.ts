import { randomUUID } from "node:crypto";
import { createSecureContext } from "node:tls";
import { BROKER_CONNECT_TIMEOUT_MS, BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/core/limits";
import { fillPacketLengths } from "@lamina/shared/messages/packet-lengths";
import { onRefusedUpgrade } from "@lamina/shared/messages/refused-upgrade";
import { connect, type IClientOptions, type MqttClient } from "mqtt";
import { writeToStream } from "mqtt-packet";
import type { Clock } from "../core/clock.ts";
import type { ExternalBroker } from "../core/config.ts";
import type { Log } from "../core/log.ts";
import { createPublisher, type Send } from "../core/publisher.ts";
import type { Broker } from "./broker.ts";
import { subscribeDevices } from "./external-devices.ts";

interface ExternalBrokerOptions {
  /** Constant id of this installation at the broker, which stores messages for it while it is away. */
  installation: string;
  clock: Clock;
  log: Pick<Log, "warn" | "info">;
  reconnectMs?: number;
}

/** An external broker. It may be away at the start and return at any time. */
export async function openExternalBroker(
  server: ExternalBroker,
  { installation, clock, log, reconnectMs = BROKER_RECONNECT_PERIOD_MS }: ExternalBrokerOptions,
): Promise<Broker> {
  fillPacketLengths({ writeToStream });
  const { url, username, password } = server;
  const options: IClientOptions = {
    ...accessTo(server),
    connectTimeout: BROKER_CONNECT_TIMEOUT_MS,
    reconnectPeriod: reconnectMs,
    // MQTT.js would not reconnect after a refused login, although the password may be another one by then.
    reconnectOnConnackError: true,
  };
  const client = connect(url, { ...options, clientId: `api-${randomUUID()}`, clean: true });
  let devices: MqttClient | undefined;
  // Each message in flight adds a listener for the end of the connection.
  client.setMaxListeners(0);
  followFiles(client, server, log);
  client.on("connect", () => log.info("broker connected"));
  client.on("error", (error) => log.warn({ reason: error.message }, "broker"));
  onRefusedUpgrade(client, (status) => log.warn({ url, status }, "no broker at this path of MQTT_URL"));

  // Nothing is queued while the broker is away, because users would get outdated messages and senders would wait. A
  // message that is not acknowledged on this connection has failed.
  const send: Send = (topic, payload, qos) =>
    new Promise((resolve, reject) => {
      if (!client.connected) {
        reject(new Error("no broker"));
        return;
      }
      let packet: number | undefined;
      const giveUp = () => void (packet !== undefined && client.removeOutgoingMessage(packet));
      client.once("close", giveUp);
      client.publish(topic, payload, { qos }, (error) => {
        client.off("close", giveUp);
        if (error) reject(error);
        else resolve();
      });
      packet = client.getLastMessageId();
    });

  return {
    url,
    username: username(),
    password: password(),
    publisher: createPublisher(send, clock),
    // The broker manages its own certificate.
    setSecureContext: () => {},
    acceptDevices: async (gateway) => {
      const subscribed = subscribeDevices(url, { ...options, clientId: `telemetry-${installation}` }, gateway, log);
      devices = subscribed;
      followFiles(subscribed, server, log);
      return () => subscribed.endAsync(true);
    },
    // The broker manages its own connections.
    endConnections: () => {},
    close: async () => {
      await devices?.endAsync(true);
      await client.endAsync();
    },
  };
}

/** Account and trusted authority of a connection. @throws when the authority is not PEM */
function accessTo({ username, password, ca }: ExternalBroker): IClientOptions {
  const trust = ca && { secureContext: createSecureContext({ ca: ca() }) };
  // MQTT.js passes the first one to TLS, and the second one to its WebSocket.
  return { username: username(), password: password(), ...(trust && { ...trust, wsOptions: trust }) } as IClientOptions;
}

/** Uses the account and the authority of that time for each further connection. */
function followFiles(client: MqttClient, server: ExternalBroker, log: ExternalBrokerOptions["log"]): void {
  client.on("close", () => {
    try {
      Object.assign(client.options, accessTo(server));
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "changed files of the broker cannot be used");
    }
  });
}
