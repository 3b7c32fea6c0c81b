/** What a device publishes, by the last level of its topic. */
export type DeviceTopic = "readings" | "pivot" | "command-states";

/** All topics of all devices, for a subscriber of an external broker. */
export const DEVICE_FILTERS = ["devices/+/readings", "devices/+/pivot", "devices/+/command-states"];

/** `devices/{serial}/readings`, `devices/{serial}/pivot` or `devices/{serial}/command-states`. */
export const deviceTopic = (serial: string, kind: DeviceTopic): string => `devices/${serial}/${kind}`;

/** `devices/{serial}/commands`: the only topic that a device subscribes to. No device publishes on it. */
export const commandTopic = (serial: string): string => `devices/${serial}/commands`;

/** The device and the kind of a message, or undefined for any other topic. */
export function parseDeviceTopic(topic: string): { serial: string; kind: DeviceTopic } | undefined {
  const [area, serial, kind, ...rest] = topic.split("/");
  if (area !== "devices" || !serial || rest.length > 0) return undefined;
  return kind === "readings" || kind === "pivot" || kind === "command-states" ? { serial, kind } : undefined;
}

/** A topic of The Things Stack (`v3/{application}/devices/{device}/up`) or ChirpStack (`application/{id}/device/{DevEUI}/event/up`). */
export const isNetworkTopic = (topic: string): boolean =>
  /^v3\/[^/]+\/devices\/[^/]+\/up$|^application\/[^/]+\/device\/[^/]+\/event\/[^/]+$/.test(topic);
