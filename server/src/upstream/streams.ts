import { Readable } from "node:stream";

/** The body of a large answer, which occupies a connection to the API until its client has read it. */
export class AnswerStream extends Readable {
  /** Since when its client has taken nothing of it, by `performance.now`; undefined while it takes. */
  fullSince: number | undefined;
}

interface StreamsOptions {
  max: number;
  /** A client that takes nothing for this long gives way to another one. */
  patienceMs: number;
}

/** Limits the streams at once, so that the other connections to the API stay for short answers. */
export class Streams {
  readonly #options: StreamsOptions;
  /** In the order in which they began. */
  readonly #open = new Set<AnswerStream>();

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  /** Takes a place for a stream until it closes. False when there is none. */
  add(stream: AnswerStream): boolean {
    if (this.#open.size >= this.#options.max && !this.#makeRoom()) return false;
    this.#open.add(stream);
    stream.once("close", () => this.#open.delete(stream));
    return true;
  }

  #makeRoom(): boolean {
    const latest = performance.now() - this.#options.patienceMs;
    for (const stream of this.#open) {
      if ((stream.fullSince ?? Number.POSITIVE_INFINITY) > latest) continue;
      this.#open.delete(stream);
      stream.destroy(new Error("the client reads too slowly"));
      return true;
    }
    return false;
  }
}
