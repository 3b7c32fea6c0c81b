import { isDeepStrictEqual } from "node:util";

/** Where the broker is and how to sign in there. `ca` is an extra authority, PEM. */
export interface BrokerTarget {
  url: string;
  username: string | undefined;
  password: string | undefined;
  ca: string | undefined;
}

/** Where the API and its broker are now: configured, or told by the embedded API. */
export interface UpstreamTarget {
  url: string;
  /** Extra authority, PEM. */
  ca: string | undefined;
  /** Undefined when there is no broker: an own API without `MQTT_URL`. */
  broker: BrokerTarget | undefined;
  /** Names and password of the demo users; null with an own API. */
  demo: { users: string[]; password: string } | null;
}

/** The target as it changes: unknown while the embedded API starts, another one when it starts again. */
export class TargetSource {
  #current: UpstreamTarget | undefined;
  readonly #listeners = new Set<(target: UpstreamTarget) => void>();

  /** Whether the embedded API runs, or will: then its farm is simulated. */
  readonly embedded: boolean;

  /** @param configured the target of the configuration; without one the embedded API says where it is */
  constructor(configured?: UpstreamTarget) {
    this.#current = configured;
    this.embedded = configured === undefined;
  }

  get current(): UpstreamTarget | undefined {
    return this.#current;
  }

  /** Calls at once when the target is known, and at each change. Returns what stops it. */
  watch(listener: (target: UpstreamTarget) => void): () => void {
    this.#listeners.add(listener);
    if (this.#current) listener(this.#current);
    return () => this.#listeners.delete(listener);
  }

  set(target: UpstreamTarget): void {
    if (isDeepStrictEqual(target, this.#current)) return;
    this.#current = target;
    for (const listener of this.#listeners) listener(target);
  }
}
