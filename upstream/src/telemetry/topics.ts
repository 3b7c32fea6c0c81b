/** What a device publishes, by the last level of its topic. */
export type DeviceTopic = "readings" | "pivot";

export const readingsTopic = (serial: string): string => `devices/${serial}/readings`;
export const pivotTopic = (serial: string): string => `devices/${serial}/pivot`;

/** All topics of all devices: what an API that does not run the broker itself subscribes to. */
export const DEVICE_FILTERS = ["devices/+/readings", "devices/+/pivot"];

/** The device and the kind of a message, by its topic. */
export function parseDeviceTopic(topic: string): { serial: string; kind: DeviceTopic } | undefined {
  const [area, serial, kind, ...rest] = topic.split("/");
  if (area !== "devices" || !serial || rest.length > 0) return undefined;
  return kind === "readings" || kind === "pivot" ? { serial, kind } : undefined;
}
