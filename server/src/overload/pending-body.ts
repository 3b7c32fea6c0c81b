import type { Readable } from "node:stream";
import { problems } from "../errors.ts";
import type { BodyBudget, Owner } from "./body-budget.ts";

/** Maximum time between two reads of a body. */
const SILENCE_MS = 30_000;
/** First size of the memory for a body of more than one chunk. */
const FIRST_BYTES = 16_384;

/**
 * The memory of one request's body. It grows with the bytes received, not with the length announced, and all of it is
 * counted in the budget. Chunks are copied, because a chunk of one byte retains its whole packet.
 */
export class PendingBody {
  readonly #budget: BodyBudget;
  readonly #owner: Owner;
  #counted = 0;
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;

  constructor(budget: BodyBudget, owner: Owner) {
    this.#budget = budget;
    this.#owner = owner;
  }

  /**
   * Reads a body.
   * @param length as announced; NaN for none
   * @throws ProblemError 413 over the limit, 503 over the budget, 400 when the client leaves
   */
  async read(payload: Readable, length: number, limit: number): Promise<Buffer> {
    if (length > limit) throw problems.bodyTooLarge();
    try {
      await new Promise<void>((resolve, reject) => {
        const silence = setTimeout(() => reject(problems.requestTimeout()), SILENCE_MS);
        payload.on("close", () => clearTimeout(silence)).on("end", () => clearTimeout(silence));
        payload.on("data", (chunk: Buffer) => {
          silence.refresh();
          if (this.#size + chunk.length > limit) reject(problems.bodyTooLarge());
          else if (this.#append(chunk, length, limit)) return;
          reject(problems.busy());
          // Reads and drops the rest, so that the client receives the answer.
          payload.removeAllListeners("data").resume();
        });
        payload.on("end", resolve);
        const leave = () => reject(problems.badRequest("The request ended before its body."));
        payload.on("error", leave).on("close", leave);
      });
      return this.#buffer.subarray(0, this.#size);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** Returns its bytes to the budget; the body is not used any more. */
  release(): void {
    this.#budget.give(this.#owner, this.#counted);
    this.#counted = 0;
    this.#buffer = Buffer.alloc(0);
  }

  /** Copies a chunk; false when the budget has no room for it. */
  #append(chunk: Buffer, length: number, limit: number): boolean {
    const size = this.#size + chunk.length;
    if (size > this.#buffer.length) {
      const maxBytes = length > 0 ? length : limit;
      const nextBytes = size === length ? size : Math.min(maxBytes, Math.max(FIRST_BYTES, 2 * size));
      if (!this.#budget.take(this.#owner, nextBytes - this.#buffer.length)) return false;
      this.#counted = nextBytes;
      // Not from Node's shared pool, which would retain more memory than is counted.
      const grown = Buffer.allocUnsafeSlow(nextBytes);
      this.#buffer.copy(grown, 0, 0, this.#size);
      this.#buffer = grown;
    }
    chunk.copy(this.#buffer, this.#size);
    this.#size = size;
    return true;
  }
}
