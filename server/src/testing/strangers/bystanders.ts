import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { token } from "../token.ts";

const USERS = 8;
/** Pause of each user between two calls. */
const PAUSE_MS = 100;
const ANSWER_MS = 30_000;

interface Measured {
  calls: number;
  p50: number;
  p95: number;
  /** Answers other than 200, by status or error. */
  failed: Record<string, number>;
}

/** Users that call as a page does, from one address and on kept connections, while others attack. */
export class Bystanders {
  readonly #url: string;
  readonly #agent = new Agent({ headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  readonly #tokens = Array.from({ length: USERS }, (_, index) => token({ name: `bystander-${index}` }));
  #serial = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async measure(ms: number): Promise<Measured> {
    const end = performance.now() + ms;
    const durations: number[] = [];
    const failed: Record<string, number> = {};
    const live = async (bearer: string) => {
      for (let step = 0; performance.now() < end; step++) {
        const began = performance.now();
        const outcome = await this.#call(bearer, step);
        durations.push(performance.now() - began);
        if (outcome !== 200) failed[outcome] = (failed[outcome] ?? 0) + 1;
        await sleep(PAUSE_MS);
      }
    };
    await Promise.all(this.#tokens.map(live));
    const sorted = durations.toSorted((a, b) => a - b);
    const at = (part: number) => Math.round(10 * (sorted[Math.floor(part * sorted.length)] ?? 0)) / 10;
    return { calls: sorted.length, p50: at(0.5), p95: at(0.95), failed };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** The status, or what failed: of the call that begins a session, then of one that no cache has, then of a write. */
  async #call(bearer: string, step: number): Promise<number | string> {
    const path = ["Client/GetAll", `Menu/GetAll?n=${++this.#serial}`, "Client/Update"][step % 3];
    const isWrite = step % 3 === 2;
    try {
      const { statusCode, body } = await request(`${this.#url}/api/${path}`, {
        dispatcher: this.#agent,
        method: isWrite ? "POST" : "GET",
        headers: { authorization: `Bearer ${bearer}`, ...(isWrite && { "content-type": "application/json" }) },
        body: isWrite ? JSON.stringify({ note: "x".repeat(1000) }) : null,
      });
      await body.dump();
      return statusCode;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
