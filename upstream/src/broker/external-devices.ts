import { DEVICE_FILTERS } from "@lamina/shared/device-topics";
import { BROKER_QOS } from "@lamina/shared/limits";
import type { FastifyBaseLogger } from "fastify";
import { connect, type IClientOptions, type MqttClient } from "mqtt";
import type { DeviceDoor } from "./broker.ts";

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
  door: DeviceDoor,
  log: Pick<FastifyBaseLogger, "warn" | "info">,
): MqttClient {
  const client = connect(url, {
    ...options,
    clean: false,
    resubscribe: false,
    customHandleAcks: (topic, payload, _packet, done) => {
      // No acknowledgement for what was not taken: the session sends it again.
      door.receive(topic, payload).then(
        () => done(0),
        (error: Error) => done(error),
      );
    },
  });
  // The session may have been lost on the broker's side, so it is asked for at each connection.
  client.on("connect", () => {
    client.subscribe(DEVICE_FILTERS, { qos: BROKER_QOS }, (error, granted = []) => {
      const refused = error !== null || granted.some(({ qos }) => (qos as number) === REFUSED);
      if (refused) log.warn({ filters: DEVICE_FILTERS }, "the broker refuses telemetry");
      else log.info("telemetry subscribed");
    });
  });
  client.on("message", (topic, payload, { qos }) => {
    // Those of a device that asks for no acknowledgement come by here only.
    if (qos === 0)
      door.receive(topic, payload).catch((error: Error) => log.warn({ reason: error.message }, "telemetry"));
  });
  client.on("error", (error) => log.warn({ reason: error.message }, "telemetry broker"));
  return client;
}
