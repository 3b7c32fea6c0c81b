import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { BROKER_CONNECT_TIMEOUT_MS, BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/core/limits";
import type { FastifyBaseLogger } from "fastify";
import { connect, type IClientOptions, type MqttClient } from "mqtt";
import type { Clock } from "../core/clock.ts";
import type { ExternalBroker } from "../core/config.ts";
import { createPublisher, type Send } from "../core/publisher.ts";
import type { Broker } from "./broker.ts";
import { subscribeDevices } from "./external-devices.ts";

interface ExternalBrokerOptions {
  /** Constant id of this installation at the broker, which stores messages for it while it is away. */
  installation: string;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "warn" | "info">;
}

/** An external broker. It may be away at the start and return at any time. */
export async function openExternalBroker(
  { url, username, password, caFile }: ExternalBroker,
  { installation, clock, log }: ExternalBrokerOptions,
): Promise<Broker> {
  const account: IClientOptions = {
    username,
    password,
    connectTimeout: BROKER_CONNECT_TIMEOUT_MS,
    reconnectPeriod: BROKER_RECONNECT_PERIOD_MS,
    ...(caFile === undefined ? {} : { ca: await readFile(caFile, "utf8") }),
  };
  const client = connect(url, { ...account, clientId: `api-${randomUUID()}`, clean: true });
  let devices: MqttClient | undefined;
  // Each message in flight adds a listener for the end of the connection.
  client.setMaxListeners(0);
  client.on("connect", () => log.info("broker connected"));
  client.on("error", (error) => log.warn({ reason: error.message }, "broker"));

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
    username,
    password,
    publisher: createPublisher(send, clock),
    // The broker manages its own certificate.
    setSecureContext: () => {},
    acceptDevices: async (gateway) => {
      devices = subscribeDevices(url, { ...account, clientId: `telemetry-${installation}` }, gateway, log);
    },
    // The broker manages its own connections.
    endConnections: () => {},
    close: async () => {
      await devices?.endAsync(true);
      await client.endAsync();
    },
  };
}
