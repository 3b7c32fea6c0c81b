import type { ReadSet } from "@lamina/shared/doors/gateway";
import { DOOR_PATH, READ_PATH } from "@lamina/shared/doors/key-path";
import { deviceTopic } from "@lamina/shared/messages/device-topics";
import type { Sensor } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { bffOrigin } from "../../../api/address.ts";

/** The port of MQTT over TLS (IANA). */
const MQTTS_PORT = 8883;

/** Address of the door for keys; with a key in it, for senders without headers. */
export const doorAddress = (key?: string): string =>
  `${bffOrigin()}/api${DOOR_PATH}${key === undefined ? "" : `/${key}`}`;

/** Address from which a key reads, as CSV. */
export const readAddress = (set: ReadSet): string => `${bffOrigin()}/api${READ_PATH}/${set}?format=csv`;

interface Given {
  serial: string;
  secret: string;
  sensor: Pick<Sensor, "variable" | "depthCm"> | undefined;
  date: Date;
}

/** The commands that send one reading of a device by each way. */
export function commandsFor({ serial, secret, sensor, date }: Given) {
  const variable = sensor?.variable ?? "airTemp";
  const [lowest, highest] = variableRow(variable).range;
  const reading = {
    variable,
    ...(sensor?.depthCm != null && { depthCm: sensor.depthCm }),
    date: date.toISOString(),
    // A quarter of the range is a usual value of most variables, and zero of an amount.
    value: Math.max(lowest, 0) + Math.round((Math.min(highest, 100) - Math.max(lowest, 0)) / 4),
  };
  const message = JSON.stringify({ readings: [reading] });
  const host = new URL(bffOrigin()).hostname;
  return {
    https: `curl -u '${serial}:${secret}' -H 'content-type: application/json' -d '${message}' ${doorAddress()}`,
    url: `curl -d '${message}' ${doorAddress(secret)}`,
    mqtt: `mosquitto_pub -h ${host} -p ${MQTTS_PORT} --capath /etc/ssl/certs -u '${serial}' -P '${secret}' -q 1 -t '${deviceTopic(serial, "readings")}' -m '${message}'`,
  };
}
