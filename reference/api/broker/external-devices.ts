import { BROKER_QOS } from "@lamina/shared/core/limits";
import { DEVICE_FILTERS } from "@lamina/shared/messages/device-topics";
import { connect, type IClientOptions, type MqttClient } from "mqtt";
import { writeToStream } from "mqtt-packet";
import type { Log } from "../core/log.ts";
import type { DeviceGateway } from "./broker.ts";

/** MQTT 3.1.1 §3.9.3. */
const REFUSED = 128;
/** Messages that are being stored at a time. A broker's own limit for unacknowledged messages is lower: 20 to 32 by default. */
const AT_ONCE = 1000;

/**
 * Receives device messages from an external broker. It has its own connection with a persistent session, so that the
 * broker stores messages while the API is away and resends unacknowledged ones, and so that a database outage does not
 * delay notifications.
 */
export function subscribeDevices(
  url: string,
  options: IClientOptions,
  gateway: DeviceGateway,
  log: Pick<Log, "warn" | "info">,
): MqttClient {
  const client = connect(url, { ...options, clean: false, resubscribe: false });
  let underWay = 0;
  /** Continues to read from the broker; set while too many messages are being stored. */
  let resume: (() => void) | undefined;
  // MQTT.js would take the next message after the acknowledgement of this one, so that each had a transaction of its own.
  // An error here prevents its acknowledgement. Ours follows when the message is stored.
  client.handleMessage = (packet, next) => {
    const { stream } = client;
    const { messageId } = packet;
    // The number of a message belongs to its connection: on another one it may be a message that was not stored.
    const isSame = () => client.stream === stream && client.connected;
    underWay++;
    gateway
      .receive(packet.topic.toString(), Buffer.from(packet.payload))
      .then(
        // MQTT.js has no public call for this. A message at QoS 0 has no number.
        () => messageId !== undefined && isSame() && writeToStream({ cmd: "puback", messageId }, stream),
        (error: Error) => {
          log.warn({ reason: error.message }, "telemetry not taken");
          // The message remains in the session, and the broker resends it after the next connection.
          if (isSame()) stream.destroy();
        },
      )
      .finally(() => {
        underWay--;
        resume?.();
        resume = undefined;
      });
    const toNext = () => next(new Error("acknowledged when it is stored"));
    if (underWay < AT_ONCE) toNext();
    else resume = toNext;
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
