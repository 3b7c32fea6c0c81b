/** Lengths below this one are cached by mqtt-packet. */
const CACHED_LENGTHS = 16_384;

/** The encoder of mqtt-packet. */
interface Encoder {
  writeToStream(
    packet: Publication,
    stream: { write(chunk: string): boolean },
    options: { protocolVersion: 5 },
  ): unknown;
}

interface Publication {
  cmd: "publish";
  topic: string;
  payload: string;
  qos: 0;
  dup: boolean;
  retain: boolean;
  properties: { subscriptionIdentifier: number[] };
}

/**
 * Fills the cache of encoded lengths in mqtt-packet 9 by one packet of MQTT 5 with all of them as subscription
 * identifiers. Filled one by one, each entry would retain a whole block of Node's buffer pool; filled at once, the
 * entries share blocks.
 */
export function fillPacketLengths({ writeToStream }: Encoder): void {
  const subscriptionIdentifier = Array.from({ length: CACHED_LENGTHS }, (_, length) => length);
  const message = { cmd: "publish", topic: "a", payload: "", qos: 0, dup: false, retain: false } as const;
  const stream = { write: () => true };
  writeToStream({ ...message, properties: { subscriptionIdentifier } }, stream, { protocolVersion: 5 });
}
