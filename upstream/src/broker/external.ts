import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { BROKER_CONNECT_TIMEOUT_MS, BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/limits";
import type { FastifyBaseLogger } from "fastify";
import { connect, type IClientOptions, type MqttClient } from "mqtt";
import type { Clock } from "../clock.ts";
import type { ExternalBroker } from "../config.ts";
import type { Broker } from "./broker.ts";
import { subscribeDevices } from "./external-devices.ts";
import { createPublisher, type Send } from "./publisher.ts";

export interface ExternalBrokerOptions {
  /** Names this installation to the broker, always the same: the broker keeps for it what came while it was away. */
  installation: string;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "warn" | "info">;
}

/** A broker that is run elsewhere. It may be away at the start and come back at any time. */
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
  client.on("connect", () => log.info("broker connected"));
  client.on("error", (error) => log.warn({ reason: error.message }, "broker"));

  const send: Send = async (topic, payload, qos) => {
    // A queue that grows while the broker is away would tell users in the evening what happened at noon.
    if (!client.connected) {
      log.warn({ topic: topic.split("/").at(-1) }, "not published: no broker");
      return;
    }
    await client.publishAsync(topic, payload, { qos });
  };

  return {
    url,
    username,
    password,
    publisher: createPublisher(send, clock),
    // Its certificate is its own business.
    setSecureContext: () => {},
    acceptDevices: async (door) => {
      devices = subscribeDevices(url, { ...account, clientId: `telemetry-${installation}` }, door, log);
    },
    // Who may connect to it is its own business, too.
    endConnections: () => {},
    close: async () => {
      await devices?.endAsync(true);
      await client.endAsync();
    },
  };
}
