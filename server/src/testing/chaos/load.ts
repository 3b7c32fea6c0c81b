import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { Seeded } from "../seeded.ts";
import { token } from "../token.ts";

const Seen = z.object({ user: z.string(), version: z.number() });
const USERS = ["ana", "bruno", "carla", "dora"];
const READERS = 6;
const PAUSE_MS = 5;

/** A request that did not end with 200. */
interface Failure {
  method: string;
  why: string;
  /** Disturbances during the request, and during an earlier one of the same user whose answer it may share. */
  during: string[];
}

/** Readers and writers without pause. They compare each response with the writes acknowledged before the request. */
export class Load {
  readonly #url: string;
  readonly #random: Seeded;
  readonly #tokens = USERS.map((name) => ({ name, token: token({ name }) }));
  readonly #working: Promise<void>[] = [];
  /** Requests without an answer yet, with the disturbance at their beginning. */
  readonly #pending = new Set<{ key: string; during: readonly string[] }>();
  #running = true;
  /** The newest acknowledged write. */
  #acknowledged = 0;
  answered = 0;
  hits = 0;
  /** Responses older than a write acknowledged before the request. */
  readonly old: string[] = [];
  /** Responses for another user. */
  readonly foreign: string[] = [];
  readonly failures: Failure[] = [];
  /** The current disturbance; it also counts for requests sent before its end. */
  disturbance = "none";

  constructor(url: string, random: Seeded) {
    this.#url = url;
    this.#random = random;
    for (let reader = 0; reader < READERS; reader++) this.#working.push(this.#work());
  }

  get tokens(): readonly { name: string; token: string }[] {
    return this.#tokens;
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#working);
  }

  async #work(): Promise<void> {
    while (this.#running) {
      const who = this.#tokens[this.#random.below(USERS.length)] ?? { name: "", token: "" };
      const method = this.#random.below(8) === 0 ? "POST" : "GET";
      await this.#ask(method, who);
      await delay(PAUSE_MS);
    }
  }

  async #ask(method: "GET" | "POST", { name, token: bearer }: { name: string; token: string }): Promise<void> {
    const floor = this.#acknowledged;
    const path = method === "GET" ? `/api/Client/GetAll?page=${this.#random.below(3)}` : "/api/Client/Update";
    const init = { method, headers: { authorization: `Bearer ${bearer}` }, ...(method === "POST" && { body: "{}" }) };
    const key = `${method} ${name} ${path}`;
    const shared = [...this.#pending].filter((earlier) => method === "GET" && earlier.key === key);
    const during = [this.disturbance, ...shared.flatMap((earlier) => earlier.during)];
    const own = { key, during };
    this.#pending.add(own);
    try {
      const response = await fetch(this.#url + path, init);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${response.statusText}`);
      const seen = Seen.parse(JSON.parse(text));
      this.answered += 1;
      const cacheStatus = response.headers.get("cache-status") ?? "";
      if (cacheStatus.startsWith("bff; hit")) this.hits += 1;
      if (seen.user !== name) this.foreign.push(`${name} got the answer of ${seen.user}`);
      if (seen.version < floor)
        this.old.push(`${seen.version} after ${floor} during ${during.join(", ")}: ${cacheStatus}`);
      if (method === "POST") this.#acknowledged = Math.max(this.#acknowledged, seen.version);
    } catch (error) {
      const why = error instanceof Error ? `${error.message} ${reason(error.cause)}`.trim() : String(error);
      this.failures.push({ method, why, during: [...new Set([...during, this.disturbance])] });
    } finally {
      this.#pending.delete(own);
    }
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
