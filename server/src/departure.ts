/** As much of an `AbortSignal` as a call to the API needs. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Tells that the client has left. A signal and its controller in one plain object, because a miss needs two of them, and
 * two `AbortController`s with their listeners cost a twentieth of it.
 */
export class Departure implements Signal {
  aborted = false;
  reason: unknown;
  #listeners: (() => void)[] = [];

  /** Calls the listeners, once. */
  abort(reason: unknown = new Error("the client has left")): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }
}
