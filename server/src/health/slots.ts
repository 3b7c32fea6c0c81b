/**
 * Objects that come and go often. A Set is rebuilt as they do, and each of its dropped tables keeps what it held, and the
 * next table, until a collection of everything (docs/performance.md).
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
