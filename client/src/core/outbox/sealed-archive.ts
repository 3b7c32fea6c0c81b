import { canSeal, importKey, isSealed, seal, unseal } from "../../platform/sealing.ts";
import type { OutboxDeps } from "./outbox.ts";

type Archive = OutboxDeps["archive"];

/** Keeps what a user has not sent yet so that nobody else reads it on the device. */
interface SealedArchive extends Archive {
  /** Gets the user's key from the API, unless the device still has it; offline, or from an API without keys, there is none. */
  unlock(userName: string): Promise<void>;
  /** The session has ended: the device forgets the keys. What they sealed stays for its user's next login. */
  lock(): Promise<void>;
}

const OPEN_KEY = "outbox-key";

/** The key of a session, as it is kept while it lasts. */
interface OpenKey {
  userName: string;
  key: CryptoKey;
}

/**
 * @param fetchKey the key of the user who is logged in, base64url; undefined where the API has none
 */
export function createSealedArchive(
  archive: Archive & { remove(key: string): Promise<void> },
  fetchKey: () => Promise<string | undefined>,
): SealedArchive {
  const ofUser = (userName: string) => `outbox:${userName}`;

  async function keyFor(name: string): Promise<CryptoKey | undefined> {
    const open = await archive.get<OpenKey>(OPEN_KEY);
    return open && ofUser(open.userName) === name ? open.key : undefined;
  }

  return {
    async unlock(userName) {
      if (!canSeal() || (await keyFor(ofUser(userName)))) return;
      const text = await fetchKey();
      if (text !== undefined) await archive.set(OPEN_KEY, { userName, key: await importKey(text) } satisfies OpenKey);
    },

    lock: () => archive.remove(OPEN_KEY),

    async get<T>(name: string): Promise<T | undefined> {
      const stored = await archive.get<unknown>(name);
      if (!isSealed(stored)) return stored as T | undefined;
      const key = await keyFor(name);
      // Nothing is written over what cannot be opened now.
      if (key === undefined) throw new Error("the outbox is locked");
      return (await unseal(key, stored)) as T;
    },

    async set(name, value) {
      const key = await keyFor(name);
      await archive.set(name, key ? await seal(key, value) : value);
    },
  };
}
