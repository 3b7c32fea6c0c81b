/** The part of `AbortSignal` that a call to the API needs. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Signals that the client has disconnected. Signal and controller are one plain object, because each miss needs two and
 * `AbortController` allocates much more.
 */
export class Departure implements Signal {
  aborted = false;
  reason: unknown;
  #listeners: readonly (() => void)[] = [];

  abort(reason: unknown = new Error("the client has left")): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  addEventListener(_type: "abort", listener: () => void): void {
    // Not `push`, because a growing array reserves 17 places.
    this.#listeners = this.#listeners.concat(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener);
  }
}
