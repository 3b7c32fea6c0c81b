import type { Writable } from "node:stream";

/** A stream with more buffered bytes is flushed at once, so that a slow reader is detected in time. */
const MAX_HELD = 65_536;

/** Holds the frames of one turn of the event loop, so that all frames of a socket need one system call. */
export class WriteBatch {
  #held: Writable[] = [];

  /** Buffers the writes to the stream from now on until the end of the turn. */
  hold(stream: Writable): void {
    if (stream.writableCorked === 0) {
      stream.cork();
      if (this.#held.push(stream) === 1) setImmediate(() => this.#release());
    } else if (stream.writableLength > MAX_HELD) {
      stream.uncork();
      stream.cork();
    }
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const stream of held) stream.uncork();
  }
}
