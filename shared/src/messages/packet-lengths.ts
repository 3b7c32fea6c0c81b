/** Lengths up to this one are cached by mqtt-packet. */
const CACHED_LENGTHS = 16_384;
/** Bytes of an empty PUBLISH at QoS 0 after its length: the topic's length and a topic of one character. */
const EMPTY = 3;

/** The encoder of mqtt-packet. */
interface Encoder {
  writeToStream(packet: Publication, stream: { write(chunk: string): boolean }): unknown;
}

interface Publication {
  cmd: "publish";
  topic: string;
  payload: string;
  qos: 0;
  dup: boolean;
  retain: boolean;
}

/**
 * Fills the cache of encoded packet lengths in mqtt-packet 9. It stores a slice of Node's buffer pool for each length
 * that occurs, and a slice holds its whole block of 64 KiB: with other buffers allocated in between, up to 1 GiB. Filled
 * at once, the slices share a few blocks (2 MB in all).
 */
export function fillPacketLengths({ writeToStream }: Encoder): void {
  const stream = { write: () => true };
  const payload = "a".repeat(CACHED_LENGTHS);
  for (let length = EMPTY; length < CACHED_LENGTHS; length++)
    writeToStream(
      { cmd: "publish", topic: "a", payload: payload.slice(0, length - EMPTY), qos: 0, dup: false, retain: false },
      stream,
    );
}
