import type { Writable } from "node:stream";

/** Maximum delay of a line. */
const WAIT_MS = 20;
/** Lines of this total length in characters are written at once. */
const FULL = 16_384;

/**
 * Writes the log's lines in batches, to avoid a system call per line. A fatal line and {@link flushSync} at the exit of
 * the process write at once; only a killed process loses the lines of its last {@link WAIT_MS}.
 */
export class LogOutput {
  readonly #output: Writable;
  #lines = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Writable) {
    this.#output = output;
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= FULL) this.flushSync();
    else this.#timer ??= setTimeout(() => this.flushSync(), WAIT_MS).unref();
  }

  /** Also called by pino after a fatal line. */
  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = "";
    if (lines !== "") this.#output.write(lines);
  }
}
