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
 * Fills the cache of encoded packet lengths in mqtt-packet 9. It stores a slice of Node's buffer pool for each length
 * that occurs, and a slice holds its whole block of 64 KiB: with other buffers allocated in between, up to 1 GiB. Filled
 * at once, the slices share a few blocks (2 MB in all). The cache is that of any number of variable length, so one packet
 * of MQTT 5 with all of them as subscription identifiers fills it.
 */
export function fillPacketLengths({ writeToStream }: Encoder): void {
  const subscriptionIdentifier = Array.from({ length: CACHED_LENGTHS }, (_, length) => length);
  const message = { cmd: "publish", topic: "a", payload: "", qos: 0, dup: false, retain: false } as const;
  const stream = { write: () => true };
  writeToStream({ ...message, properties: { subscriptionIdentifier } }, stream, { protocolVersion: 5 });
}
