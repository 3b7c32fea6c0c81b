import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { BROKER_CONNECT_TIMEOUT_MS, BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/limits";
import type { FastifyBaseLogger } from "fastify";
import { connect } from "mqtt";
import type { Clock } from "../clock.ts";
import type { ExternalBroker } from "../config.ts";
import type { Broker } from "./broker.ts";
import { createPublisher, type Send } from "./publisher.ts";

/** A broker that is run elsewhere. It may be away at the start and come back at any time. */
export async function openExternalBroker(
  { url, username, password, caFile }: ExternalBroker,
  { clock, log }: { clock: Clock; log: Pick<FastifyBaseLogger, "warn" | "info"> },
): Promise<Broker> {
  const client = connect(url, {
    clientId: `api-${randomUUID()}`,
    username,
    password,
    clean: true,
    connectTimeout: BROKER_CONNECT_TIMEOUT_MS,
    reconnectPeriod: BROKER_RECONNECT_PERIOD_MS,
    ...(caFile === undefined ? {} : { ca: await readFile(caFile, "utf8") }),
  });
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
    close: () => client.endAsync(),
  };
}
