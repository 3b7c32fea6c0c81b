import { DAY_MS } from "@lamina/shared/core/time";
import type { ValkeyLink } from "../valkey/link.ts";
import type { Count, Counted, LoginAttempts } from "./login-attempts.ts";

const PREFIX = "lamina:login:";
const KNOWN = `${PREFIX}known:`;
/** How long a successful address is remembered. */
const KNOWN_MS = 90 * DAY_MS;

/** Counts under each key, and returns each count and the rest of its window, atomically. */
const ADD = `local counts = {}
for _, key in ipairs(KEYS) do
  local count = redis.call('INCR', key)
  if count == 1 or redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, ARGV[1]) end
  table.insert(counts, count)
  table.insert(counts, redis.call('PTTL', key))
end
return counts`;
/** Subtracts from the keys that still exist. */
const REMOVE = `for _, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 then redis.call('DECR', key) end
end`;

/** Counts in Valkey, for all BFFs that share it. */
export class SharedAttempts implements LoginAttempts {
  readonly #valkey: ValkeyLink;
  readonly #windowMs: number;

  constructor(valkey: ValkeyLink, windowMs: number) {
    this.#valkey = valkey;
    this.#windowMs = windowMs;
  }

  async add(counted: readonly Counted[]): Promise<Count[] | undefined> {
    const keys = counted.map(({ key }) => PREFIX + key);
    const reply = await this.#valkey.ask((client) => client.eval(ADD, { keys, arguments: [String(this.#windowMs)] }));
    if (!Array.isArray(reply)) return undefined;
    return counted.map((_, index) => ({ count: Number(reply[2 * index]), leftMs: Number(reply[2 * index + 1]) }));
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.#valkey.ask((client) => client.eval(REMOVE, { keys: keys.map((key) => PREFIX + key) }));
  }

  async clear(key: string): Promise<void> {
    await this.#valkey.ask((client) => client.del(PREFIX + key));
  }

  async remember(key: string): Promise<void> {
    await this.#valkey.ask((client) => client.set(KNOWN + key, "1", { expiration: { type: "PX", value: KNOWN_MS } }));
  }

  async knows(key: string): Promise<boolean | undefined> {
    const found = await this.#valkey.ask((client) => client.exists(KNOWN + key));
    return found === undefined ? undefined : found === 1;
  }
}
