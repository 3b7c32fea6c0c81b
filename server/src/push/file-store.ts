import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import * as z from "zod";
import { problems, reasonOf } from "../errors.ts";
import { VapidKeys } from "../push-credentials.ts";
import { makeOnce, readIfThere, writeWhole } from "./own-file.ts";
import type { PushStore } from "./store.ts";
import { Subscription } from "./subscription.ts";
import { Unsent, unsentKey } from "./unsent.ts";
import { makeVapidKeys } from "./vapid.ts";

const Stored = Subscription.extend({ lastSuccess: z.number().nullable() });
type Stored = z.infer<typeof Stored>;
const Content = z.object({ subscriptions: z.array(Stored), unsent: z.array(Unsent).default([]) });

/** Successes are written at the next change, or after this time. */
const LAZY_MS = 30_000;

/** Unsent messages in the file: it is written whole at each of them. */
const MAX_UNSENT = 1_000;

/** Two files in a folder that no other process uses. */
export class FileStore implements PushStore {
  readonly #path: string;
  readonly #keysPath: string;
  readonly #log: Pick<FastifyBaseLogger, "warn">;
  readonly #all = new Map<string, Stored>();
  readonly #unsent = new Map<string, Unsent>();
  /** Those of the process before this one. */
  #orphans: Unsent[] = [];
  #keys: VapidKeys | undefined;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #lazy: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(folder: string, log: Pick<FastifyBaseLogger, "warn">) {
    this.#path = join(folder, "push-subscriptions.json");
    this.#keysPath = join(folder, "vapid-keys.json");
    this.#log = log;
  }

  async open(changed: (subscriptions: readonly Subscription[]) => void): Promise<void> {
    this.#keys = await this.#readKeys();
    const { subscriptions, unsent } = await this.#read(this.#path, Content, { subscriptions: [], unsent: [] });
    for (const stored of subscriptions) this.#all.set(stored.id, stored);
    for (const one of unsent) this.#unsent.set(unsentKey(one), one);
    this.#orphans = unsent;
    changed([...this.#all.values()]);
  }

  keys(): VapidKeys | undefined {
    return this.#keys;
  }

  async put(subscription: Subscription): Promise<void> {
    const before = this.#all.get(subscription.id);
    this.#all.set(subscription.id, { ...subscription, lastSuccess: before?.lastSuccess ?? null });
    await this.#save();
  }

  async remove(id: string): Promise<void> {
    if (this.#all.delete(id)) await this.#save();
  }

  succeeded(id: string, at: number): void {
    const stored = this.#all.get(id);
    if (!stored) return;
    stored.lastSuccess = at;
    this.#lazy ??= setTimeout(() => void this.#save().catch(() => undefined), LAZY_MS).unref();
  }

  async successes(ids: readonly string[]): Promise<(number | null)[]> {
    return ids.map((id) => this.#all.get(id)?.lastSuccess ?? null);
  }

  async claim(): Promise<boolean> {
    return true;
  }

  seen(): void {}

  shown(): void {}

  async shownOn(): Promise<readonly string[]> {
    return [];
  }

  keep(unsent: Unsent): void {
    if (this.#unsent.size >= MAX_UNSENT) return;
    this.#unsent.set(unsentKey(unsent), unsent);
    void this.#save().catch(() => undefined);
  }

  drop(unsent: Unsent): void {
    if (this.#unsent.delete(unsentKey(unsent))) void this.#save().catch(() => undefined);
  }

  async adopt(): Promise<Unsent[]> {
    return this.#orphans.splice(0);
  }

  async close(): Promise<void> {
    await (this.#lazy ? this.#save() : (this.#next ?? this.#writing)).catch(() => undefined);
    this.#isClosed = true;
  }

  async #readKeys(): Promise<VapidKeys> {
    const existing = await this.#read(this.#keysPath, VapidKeys, undefined);
    return existing ?? VapidKeys.parse(JSON.parse(await makeOnce(this.#keysPath, JSON.stringify(makeVapidKeys()))));
  }

  /** A file that is not as this program writes it is put aside, because without it push works anew. */
  async #read<T, Otherwise>(path: string, form: z.ZodType<T>, otherwise: Otherwise): Promise<T | Otherwise> {
    const text = await readIfThere(path);
    if (text === undefined) return otherwise;
    try {
      return form.parse(JSON.parse(text));
    } catch {
      await rename(path, `${path}.damaged`);
      this.#log.warn(`${path} is damaged and renamed: devices register again when the app is opened`);
      return otherwise;
    }
  }

  /** Changes during a write are written together after it. */
  #save(): Promise<void> {
    clearTimeout(this.#lazy);
    this.#lazy = undefined;
    this.#next ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#writing = this.#write();
        return this.#writing;
      });
    return this.#next;
  }

  async #write(): Promise<void> {
    // The next process may use the folder.
    if (this.#isClosed) return;
    try {
      const content = { subscriptions: [...this.#all.values()], unsent: [...this.#unsent.values()] };
      await writeWhole(this.#path, JSON.stringify(content));
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, "push subscriptions cannot be written to STATE_DIR");
      throw problems.busy();
    }
  }
}
