/** Lengths up to this one are cached by mqtt-packet. */
const CACHED_LENGTHS = 16_384;
/** Bytes of an empty PUBLISH at QoS 0 after its length: the topic's length and a topic of one character. */
const EMPTY = 3;

interface PacketStream {
  write(): boolean;
}

/**
 * Fills the cache of encoded packet lengths in mqtt-packet 9. It stores a slice of Node's buffer pool for each length
 * that occurs, and a slice holds its whole block of 64 KiB: with other buffers allocated in between, up to 1 GiB. Filled
 * at once, the slices share a few blocks (2 MB in all).
 * @param write the library's `writeToStream`
 */
export function fillPacketLengths(write: (packet: never, stream: never) => unknown): void {
  const stream: PacketStream = { write: () => true };
  const payload = new Uint8Array(CACHED_LENGTHS);
  for (let length = EMPTY; length < CACHED_LENGTHS; length++) {
    const packet = { cmd: "publish", topic: "a", payload: payload.subarray(0, length - EMPTY), qos: 0 };
    write(packet as never, stream as never);
  }
}
