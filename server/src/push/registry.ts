import { randomUUID } from "node:crypto";
import { DAY_MS } from "@lamina/shared/core/time";
import type { PushAddress } from "@lamina/shared/messages/push";
import { problems } from "../errors.ts";
import type { PushStore } from "./store.ts";
import { type Subscription, targetOf } from "./subscription.ts";

/** Without a proved token for this long, a subscription ends. */
const LIFE_MS = 60 * DAY_MS;

export interface RegistryLimits {
  perUser: number;
  total: number;
}

interface RegistryOptions {
  store: PushStore;
  clock: () => number;
  limits: RegistryLimits;
  /** Called with the users who have a subscription, whenever they may be others. */
  onUsers(users: ReadonlySet<string>): void;
}

/** Who registers a device. */
interface Owner extends Pick<Subscription, "userName" | "device" | "tokenHash"> {}

/** The subscriptions: at most one for each device, and so many for each user and over all. */
export class PushRegistry {
  readonly #options: RegistryOptions;
  #all = new Map<string, Subscription>();
  #byUser = new Map<string, Subscription[]>();

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#all.size;
  }

  open(): Promise<void> {
    return this.#options.store.open((subscriptions) => {
      this.#all = new Map(subscriptions.map((one) => [one.id, one]));
      this.#index();
    });
  }

  /**
   * Adds a device, or renews it. A device of another user changes its owner, because it has one session at a time. The
   * device of a user beyond the limit replaces the one that was not renewed for longest.
   * @throws ProblemError busy beyond the limit over all users, or when it cannot be stored
   */
  async add(address: PushAddress, owner: Owner): Promise<{ id: string; isNew: boolean }> {
    const { store, clock, limits } = this.#options;
    const now = clock();
    const target = targetOf(address);
    const same = [...this.#all.values()].filter((one) => targetOf(one.address) === target);
    const renewed = same.find(({ userName }) => userName === owner.userName);
    for (const other of same) if (other !== renewed) await this.remove(other.id);
    if (!renewed) {
      const own = this.of(owner.userName).toSorted((a, b) => a.renewedAt - b.renewedAt);
      for (const oldest of own.slice(0, Math.max(0, own.length - limits.perUser + 1))) await this.remove(oldest.id);
      if (this.#all.size >= limits.total) throw problems.busy();
    }
    const id = renewed?.id ?? randomUUID();
    const subscription: Subscription = { id, address, since: renewed?.since ?? now, renewedAt: now, ...owner };
    this.#all.set(id, subscription);
    try {
      await store.put(subscription);
    } catch (error) {
      if (renewed) this.#all.set(id, renewed);
      else this.#all.delete(id);
      throw error;
    } finally {
      this.#index();
    }
    return { id, isNew: !renewed };
  }

  /** Nothing is sent to it from now on. @throws ProblemError busy when that cannot be stored */
  async remove(id: string): Promise<void> {
    this.#all.delete(id);
    this.#index();
    await this.#options.store.remove(id);
  }

  /** Of a user, those that have not ended. */
  of(userName: string): readonly Subscription[] {
    return this.#byUser.get(userName)?.filter((one) => this.#lives(one)) ?? [];
  }

  get(id: string): Subscription | undefined {
    return this.#all.get(id);
  }

  /** Whether this very subscription can still get a message. */
  has({ id, userName }: Subscription): boolean {
    const current = this.#all.get(id);
    return current?.userName === userName && this.#lives(current);
  }

  /** Ends the subscriptions of a token that the API refuses. */
  async rejected(tokenHash: string): Promise<void> {
    await this.#removeAll((one) => one.tokenHash === tokenHash);
  }

  async removeExpired(): Promise<void> {
    await this.#removeAll((one) => !this.#lives(one));
  }

  async #removeAll(isOver: (one: Subscription) => boolean): Promise<void> {
    for (const one of [...this.#all.values()]) if (isOver(one)) await this.remove(one.id);
  }

  #lives({ renewedAt }: Subscription): boolean {
    return this.#options.clock() - renewedAt < LIFE_MS;
  }

  #index(): void {
    this.#byUser = Map.groupBy(this.#all.values(), ({ userName }) => userName);
    this.#options.onUsers(new Set(this.#byUser.keys()));
  }
}
