import { BROKER_QOS } from "@lamina/shared/core/limits";
import { DEVICE_FILTERS } from "@lamina/shared/messages/device-topics";
import type { FastifyBaseLogger } from "fastify";
import { connect, type IClientOptions, type MqttClient } from "mqtt";
import type { DeviceGateway } from "./broker.ts";

/** MQTT 3.1.1 §3.9.3. */
const REFUSED = 128;

/**
 * Receives device messages from an external broker. It has its own connection with a persistent session, so that the
 * broker stores messages while the API is away and resends unacknowledged ones, and so that a database outage does not
 * delay notifications.
 */
export function subscribeDevices(
  url: string,
  options: IClientOptions,
  gateway: DeviceGateway,
  log: Pick<FastifyBaseLogger, "warn" | "info">,
): MqttClient {
  const client = connect(url, { ...options, clean: false, resubscribe: false });
  // MQTT.js acknowledges after this callback. A message that was not stored remains in the session, and the broker
  // resends it after the next connection.
  client.handleMessage = ({ topic, payload }, acknowledge) => {
    gateway.receive(topic.toString(), Buffer.from(payload)).then(
      () => acknowledge(),
      (error: Error) => {
        log.warn({ reason: error.message }, "telemetry not taken");
        acknowledge(error);
        client.stream.destroy();
      },
    );
  };
  // Subscribes at each connection, because the broker may have lost the session.
  client.on("connect", () => {
    client.subscribe(DEVICE_FILTERS, { qos: BROKER_QOS }, (error, granted = []) => {
      const refused = error !== null || granted.some(({ qos }) => (qos as number) === REFUSED);
      if (refused) log.warn({ filters: DEVICE_FILTERS }, "the broker refuses telemetry");
      else log.info("telemetry subscribed");
    });
  });
  client.on("error", (error) => log.warn({ reason: error.message }, "telemetry broker"));
  return client;
}
