import { problems } from "../errors.ts";
import { VapidKeys } from "../push-credentials.ts";
import type { ValkeyClient, ValkeyLink } from "../valkey/link.ts";
import { CLAIM_MS, type PushStore } from "./store.ts";
import { Subscription } from "./subscription.ts";
import { Unsent, unsentKey } from "./unsent.ts";
import { makeVapidKeys } from "./vapid.ts";

const PREFIX = "lamina:push:";
const ALL = `${PREFIX}subscriptions`;
const SUCCESSES = `${PREFIX}successes`;
const VERSION = `${PREFIX}version`;
const KEYS = `${PREFIX}keys`;
/** With the id of a message: the devices that have shown it. */
const SHOWN = `${PREFIX}shown:`;
const UNSENT = `${PREFIX}unsent`;
/** With the key of an unsent message: a process sends it. */
const LEASE = `${PREFIX}lease:`;
/** Interval at which changes by other processes are looked for. */
const POLL_MS = 1_000;
/** In small parts, because the link takes a slow answer for a failure. */
const PART = 200;
/** Shared by all processes on one Valkey. If it loses its data, a process writes back what it knows. */
export class ValkeyStore implements PushStore {
  readonly #valkey: ValkeyLink;
  readonly #known = new Map<string, Subscription>();
  #changed: (subscriptions: readonly Subscription[]) => void = () => {};
  #keys: VapidKeys | undefined;
  #version: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #polling = false;

  constructor(valkey: ValkeyLink) {
    this.#valkey = valkey;
  }

  async open(changed: (subscriptions: readonly Subscription[]) => void): Promise<void> {
    this.#changed = changed;
    await this.#poll();
    this.#timer = setInterval(() => void this.#poll(), POLL_MS).unref();
  }

  keys(): VapidKeys | undefined {
    return this.#keys;
  }

  async put(subscription: Subscription): Promise<void> {
    await this.#tell((client) => client.hSet(ALL, subscription.id, JSON.stringify(subscription)));
    this.#known.set(subscription.id, subscription);
  }

  async remove(id: string): Promise<void> {
    await this.#tell((client) => client.hDel(ALL, id));
    this.#known.delete(id);
    await this.#valkey.ask((client) => client.hDel(SUCCESSES, id));
  }

  succeeded(id: string, at: number): void {
    void this.#valkey.ask((client) => client.hSet(SUCCESSES, id, String(at)));
  }

  async successes(ids: readonly string[]): Promise<(number | null)[]> {
    if (ids.length === 0) return [];
    const values = await this.#valkey.ask((client) => client.hmGet(SUCCESSES, [...ids]));
    return ids.map((_, index) => (values?.[index] ? Number(values[index]) : null));
  }

  async claim(messageId: string): Promise<boolean | undefined> {
    const reply = await this.#valkey.ask((client) =>
      client.set(PREFIX + messageId, "sent", { ...CLAIM, condition: "NX" }),
    );
    return reply === undefined ? undefined : reply === "OK";
  }

  seen(messageId: string): void {
    void this.#valkey.ask((client) => client.set(PREFIX + messageId, "seen", CLAIM));
  }

  shown(messageId: string, subscriptionId: string): void {
    const key = SHOWN + messageId;
    void this.#valkey.ask((client) => client.multi().sAdd(key, subscriptionId).pExpire(key, CLAIM_MS).exec());
  }

  async shownOn(messageId: string): Promise<readonly string[]> {
    return (await this.#valkey.ask((client) => client.sMembers(SHOWN + messageId))) ?? [];
  }

  keep(unsent: Unsent, forMs: number): void {
    const key = unsentKey(unsent);
    void this.#valkey.ask((client) =>
      client
        .multi()
        .hSet(UNSENT, key, JSON.stringify(unsent))
        .set(LEASE + key, "sending", { expiration: { type: "PX", value: forMs } })
        .exec(),
    );
  }

  drop(unsent: Unsent): void {
    void this.#valkey.ask((client) => client.hDel(UNSENT, unsentKey(unsent)));
  }

  async adopt(): Promise<Unsent[]> {
    const found: Unsent[] = [];
    // The devices are not known yet.
    if (this.#version === null) return found;
    let cursor = "0";
    do {
      const part = await this.#valkey.ask((client) => client.hScan(UNSENT, cursor, { COUNT: PART }));
      if (part === undefined) return found;
      for (const { field, value } of part.entries) {
        const taken = await this.#valkey.ask((client) =>
          client.set(LEASE + field, "sending", { ...CLAIM, condition: "NX" }),
        );
        const unsent = taken === "OK" ? Unsent.safeParse(JSON.parse(value)).data : undefined;
        if (unsent) found.push(unsent);
        else if (taken === "OK") await this.#valkey.ask((client) => client.hDel(UNSENT, field));
      }
      cursor = part.cursor;
    } while (cursor !== "0");
    return found;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
  }

  async #tell(change: (client: ValkeyClient) => Promise<unknown>): Promise<void> {
    const done = await this.#valkey.tell(async (client) => {
      await change(client);
      return client.incr(VERSION);
    });
    if (done === undefined) throw problems.busy();
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      this.#keys ??= await this.#readKeys();
      const version = await this.#valkey.ask((client) => client.get(VERSION));
      if (version === undefined) return;
      if (version === null && this.#known.size > 0) await this.#writeBack();
      else if (version !== this.#version) await this.#load(version);
    } finally {
      this.#polling = false;
    }
  }

  async #readKeys(): Promise<VapidKeys | undefined> {
    await this.#valkey.ask((client) => client.set(KEYS, JSON.stringify(makeVapidKeys()), { condition: "NX" }));
    const text = await this.#valkey.ask((client) => client.get(KEYS));
    return text ? VapidKeys.safeParse(JSON.parse(text)).data : undefined;
  }

  async #load(version: string | null): Promise<void> {
    const found = new Map<string, Subscription>();
    let cursor = "0";
    do {
      const part = await this.#valkey.ask((client) => client.hScan(ALL, cursor, { COUNT: PART }));
      if (part === undefined) return;
      for (const { field, value } of part.entries) {
        const subscription = Subscription.safeParse(JSON.parse(value)).data;
        if (subscription) found.set(field, subscription);
      }
      cursor = part.cursor;
    } while (cursor !== "0");
    this.#version = version;
    this.#known.clear();
    for (const [id, subscription] of found) this.#known.set(id, subscription);
    this.#changed([...found.values()]);
  }

  async #writeBack(): Promise<void> {
    const all = [...this.#known.values()];
    for (let start = 0; start < all.length; start += PART) {
      const rows = all.slice(start, start + PART).map((one): [string, string] => [one.id, JSON.stringify(one)]);
      const done = await this.#valkey.ask((client) => client.hSet(ALL, Object.fromEntries(rows)));
      if (done === undefined) return;
    }
    if (this.#keys) {
      const keys = JSON.stringify(this.#keys);
      await this.#valkey.ask((client) => client.set(KEYS, keys, { condition: "NX" }));
    }
    await this.#valkey.ask((client) => client.incr(VERSION));
  }
}

const CLAIM = { expiration: { type: "PX", value: CLAIM_MS } } as const;
