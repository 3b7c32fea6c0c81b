import { Transform, type TransformCallback } from "node:stream";

/** The largest packet accepted from a broker, in bytes. MQTT itself allows 256 MiB. */
export const MAX_PACKET_BYTES = 1_048_576;
/** Replaces a payload that was left out. */
export const TOO_LARGE = Buffer.from("\0too large");

const PUBLISH = 3;
const QOS = 0b0110;
/** The fixed header: type and flags, and a length of at most four bytes (MQTT 3.1.1, 2.2.3). */
const MAX_LENGTH_BYTES = 4;

/**
 * Replaces the payload of each message over {@link MAX_PACKET_BYTES} as it arrives, so that it is acknowledged and
 * costs no memory: cutting the link of all users would only bring it again.
 */
export class LargeMessages extends Transform {
  readonly #onViolation: () => void;
  /** The begin of a packet whose header is incomplete. */
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the current packet that follow. */
  #passing = 0;
  #dropping = 0;

  /** @param onViolation called for another packet of that size */
  constructor(onViolation: () => void) {
    super();
    this.#onViolation = onViolation;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    this.#head = Buffer.alloc(0);
    let start = 0;
    let at = 0;
    while (at < bytes.length) {
      const left = bytes.length - at;
      if (this.#passing > 0) {
        const part = Math.min(this.#passing, left);
        this.#passing -= part;
        at += part;
      } else if (this.#dropping > 0) {
        const part = Math.min(this.#dropping, left);
        this.#dropping -= part;
        at += part;
        start = at;
      } else {
        const size = sizeOf(bytes, at);
        if (size !== undefined && size.whole <= MAX_PACKET_BYTES) {
          this.#passing = size.whole;
          continue;
        }
        if (at > start) this.push(bytes.subarray(start, at));
        start = at;
        const beginning = size && beginningOf(bytes.subarray(at), size.header);
        if (size && (bytes[at] ?? 0) >> 4 !== PUBLISH) {
          this.#onViolation();
          return;
        }
        if (!size || !beginning) {
          this.#head = Buffer.from(bytes.subarray(at));
          done();
          return;
        }
        this.push(withoutPayload(beginning, size.header));
        this.#dropping = size.whole - beginning.length;
        at += beginning.length;
        start = at;
      }
    }
    if (at > start) this.push(bytes.subarray(start, at));
    done();
  }
}

/** Bytes of the fixed header and of the whole packet; undefined while the header is incomplete. */
function sizeOf(bytes: Buffer, at: number): { header: number; whole: number } | undefined {
  let length = 0;
  for (let index = 0; index < MAX_LENGTH_BYTES; index++) {
    const byte = bytes[at + 1 + index];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** index;
    if (byte < 0x80 || index === MAX_LENGTH_BYTES - 1) return { header: index + 2, whole: length + index + 2 };
  }
  return undefined;
}

/** All of a PUBLISH before its payload: header, topic, packet id. Undefined while it is incomplete. */
function beginningOf(bytes: Buffer, header: number): Buffer | undefined {
  if (bytes.length < header + 2) return undefined;
  const end = header + 2 + bytes.readUInt16BE(header) + ((bytes[0] ?? 0) & QOS ? 2 : 0);
  return bytes.length < end ? undefined : bytes.subarray(0, end);
}

function withoutPayload(beginning: Buffer, header: number): Buffer {
  const length = beginning.length - header + TOO_LARGE.length;
  const encoded = [length & 0x7f, (length >> 7) & 0x7f, length >> 14];
  const sized = encoded.map((byte, index) => (index < 2 ? byte | 0x80 : byte));
  return Buffer.concat([beginning.subarray(0, 1), Buffer.from(sized), beginning.subarray(header), TOO_LARGE]);
}
