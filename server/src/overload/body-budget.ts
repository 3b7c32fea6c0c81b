/** Whose bodies are counted together. */
export interface Owner {
  key: string;
  /** Whether its token is proved. All other callers share one part of the budget. */
  isProved: boolean;
}

/** Maximum shares of the budget, so that neither unproved callers nor one user can take all of it. */
const STRANGERS = 3 / 4;
const ONE_ADDRESS = 1 / 2;
const ONE_USER = 1 / 4;

/** Counts the bytes of request bodies that are in memory, over all requests (`MAX_PENDING_BODY_BYTES`). */
export class BodyBudget {
  readonly #max: number;
  readonly #maxOfUser: number;
  readonly #owners = new Map<string, number>();
  #total = 0;
  #strangers = 0;

  constructor(max: number, bodyLimit: number) {
    this.#max = max;
    this.#maxOfUser = Math.max(max * ONE_USER, bodyLimit);
  }

  get total(): number {
    return this.#total;
  }

  /** Takes bytes, to be given back with {@link give}. False, with nothing taken, when the owner's share is used up. */
  take({ key, isProved }: Owner, bytes: number): boolean {
    const ownerBytes = (this.#owners.get(key) ?? 0) + bytes;
    if (this.#total + bytes > this.#max) return false;
    if (ownerBytes > (isProved ? this.#maxOfUser : this.#max * ONE_ADDRESS)) return false;
    if (!isProved && this.#strangers + bytes > this.#max * STRANGERS) return false;
    this.#add(key, isProved, bytes, ownerBytes);
    return true;
  }

  give({ key, isProved }: Owner, bytes: number): void {
    this.#add(key, isProved, -bytes, (this.#owners.get(key) ?? 0) - bytes);
  }

  #add(key: string, isProved: boolean, bytes: number, ownerBytes: number): void {
    this.#total += bytes;
    if (!isProved) this.#strangers += bytes;
    if (ownerBytes > 0) this.#owners.set(key, ownerBytes);
    else this.#owners.delete(key);
  }
}
