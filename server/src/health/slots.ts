/**
 * A set of short-lived objects that reuses its slots. A `Set` is rebuilt as they come and go, and its dropped tables
 * retain their objects until a full garbage collection (docs/performance.md).
 */
export class Slots<T extends object> {
  readonly #slots: (T | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#slots.length - this.#free.length;
  }

  /** Returns the slot, to be given to {@link free} once. */
  add(object: T): number {
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = object;
    return slot;
  }

  free(slot: number): void {
    this.#slots[slot] = undefined;
    this.#free.push(slot);
  }

  list(): T[] {
    return this.#slots.filter((object) => object !== undefined);
  }
}
