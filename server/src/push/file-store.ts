import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import * as z from "zod";
import { problems, reasonOf } from "../errors.ts";
import { VapidKeys } from "../push-credentials.ts";
import { makeOnce, readIfThere, writeWhole } from "./own-file.ts";
import type { PushStore } from "./store.ts";
import { Subscription } from "./subscription.ts";
import { makeVapidKeys } from "./vapid.ts";

const Stored = Subscription.extend({ lastSuccess: z.number().nullable() });
type Stored = z.infer<typeof Stored>;
const Content = z.object({ subscriptions: z.array(Stored) });

/** Successes are written at the next change, or after this time. */
const LAZY_MS = 30_000;

/** Two files in a folder that no other process uses. */
export class FileStore implements PushStore {
  readonly #path: string;
  readonly #keysPath: string;
  readonly #log: Pick<FastifyBaseLogger, "warn">;
  readonly #all = new Map<string, Stored>();
  #keys: VapidKeys | undefined;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #lazy: NodeJS.Timeout | undefined;

  constructor(folder: string, log: Pick<FastifyBaseLogger, "warn">) {
    this.#path = join(folder, "push-subscriptions.json");
    this.#keysPath = join(folder, "vapid-keys.json");
    this.#log = log;
  }

  async open(changed: (subscriptions: readonly Subscription[]) => void): Promise<void> {
    this.#keys = await this.#readKeys();
    const { subscriptions } = await this.#read(this.#path, Content, { subscriptions: [] });
    for (const stored of subscriptions) this.#all.set(stored.id, stored);
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

  async close(): Promise<void> {
    if (this.#lazy) await this.#save().catch(() => undefined);
    await this.#writing.catch(() => undefined);
  }

  async #readKeys(): Promise<VapidKeys> {
    const existing = await this.#read(this.#keysPath, VapidKeys, undefined);
    return existing ?? VapidKeys.parse(JSON.parse(await makeOnce(this.#keysPath, JSON.stringify(makeVapidKeys()))));
  }

  /** Moves an invalid file aside, because push starts again without one. */
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
    try {
      await writeWhole(this.#path, JSON.stringify({ subscriptions: [...this.#all.values()] }));
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, "push subscriptions cannot be written to STATE_DIR");
      throw problems.busy();
    }
  }
}
