import { isDeepStrictEqual } from "node:util";

/** Address and credentials of the broker. `ca` is an additional authority, PEM. */
export interface BrokerTarget {
  url: string;
  username: string | undefined;
  password: string | undefined;
  ca: string | undefined;
}

/** Addresses of the API and its broker, from the configuration or from the embedded API. */
export interface UpstreamTarget {
  url: string;
  ca: string | undefined;
  /** Undefined without a broker: an external API without `MQTT_URL`. */
  broker: BrokerTarget | undefined;
  /** Names and password of the demo users; null with an external API. */
  demo: { users: string[]; password: string } | null;
}

/** The current target: unknown while the embedded API starts, and another one after each restart. */
export class TargetSource {
  #current: UpstreamTarget | undefined;
  readonly #listeners = new Set<(target: UpstreamTarget) => void>();

  /** The step of the embedded API's start: its id, and how much of it is done, in %. Undefined once it has started. */
  starting: { step: string; percent: number } | undefined;

  /** Whether the embedded API is used; its farm is simulated. */
  readonly embedded: boolean;

  /** @param configured the configured target; without one the embedded API provides it */
  constructor(configured?: UpstreamTarget) {
    this.#current = configured;
    this.embedded = configured === undefined;
    // Its process reports its first step only after a second or more.
    this.starting = this.embedded ? { step: "process", percent: 0 } : undefined;
  }

  get current(): UpstreamTarget | undefined {
    return this.#current;
  }

  /** Calls the listener now if the target is known, and at each change. Returns a function that stops it. */
  watch(listener: (target: UpstreamTarget) => void): () => void {
    this.#listeners.add(listener);
    if (this.#current) listener(this.#current);
    return () => this.#listeners.delete(listener);
  }

  set(target: UpstreamTarget): void {
    this.starting = undefined;
    if (isDeepStrictEqual(target, this.#current)) return;
    this.#current = target;
    for (const listener of this.#listeners) listener(target);
  }
}
