import { BROKER_QOS } from "@lamina/shared/core/limits";
import { DEVICE_FILTERS } from "@lamina/shared/messages/device-topics";
import type { FastifyBaseLogger } from "fastify";
import { connect, type IClientOptions, type MqttClient } from "mqtt";
import type { DeviceGateway } from "./broker.ts";

/** MQTT 3.1.1 §3.9.3. */
const REFUSED = 128;

/**
 * Takes in what devices publish to a broker that is run elsewhere. A connection of its own: its session outlives it, so
 * that the broker keeps what arrives meanwhile and sends again what was not acknowledged, and a database that is away holds
 * up nobody's notifications.
 */
export function subscribeDevices(
  url: string,
  options: IClientOptions,
  gateway: DeviceGateway,
  log: Pick<FastifyBaseLogger, "warn" | "info">,
): MqttClient {
  const client = connect(url, { ...options, clean: false, resubscribe: false });
  // MQTT.js acknowledges once this has called back. What was not taken stays with the session, which sends it again
  // after the next connection.
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
  // The session may have been lost on the broker's side, so it is asked for at each connection.
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
