import { canSeal, importKey, isSealed, seal, unseal } from "../../platform/sealing.ts";
import { PHOTO, type StoredEntriesDeps } from "./stored-entries.ts";

type Archive = StoredEntriesDeps["archive"];

/** Stores a user's unsent records encrypted, so that other users of the device cannot read them. */
interface SealedArchive extends Archive {
  /**
   * Gets the user's key from the API, unless the device still has it. Offline there is none, nor from an API without
   * keys.
   */
  unlock(userName: string): Promise<void>;
  /** Removes the key at the end of the session. The encrypted records stay for the user's next login. */
  lock(): Promise<void>;
}

const OPEN_KEY = "outbox-key";

/** The key of the current session, as stored on the device. */
interface OpenKey {
  userName: string;
  key: CryptoKey;
}

/** @param fetchKey returns the key of the logged-in user in base64url; undefined when the API has none */
export function createSealedArchive(archive: Archive, fetchKey: () => Promise<string | undefined>): SealedArchive {
  const ofUser = (userName: string) => `outbox:${userName}`;
  /** As on the device, which may not answer when it is needed: a record would then be stored unencrypted. */
  let held: OpenKey | undefined;

  async function keyFor(name: string): Promise<CryptoKey | undefined> {
    const open = held ?? (await archive.get<OpenKey>(OPEN_KEY));
    held = open;
    return open && ofUser(open.userName) === name.split(PHOTO)[0] ? open.key : undefined;
  }

  return {
    async unlock(userName) {
      if (!canSeal() || (await keyFor(ofUser(userName)).catch(() => undefined))) return;
      const text = await fetchKey();
      if (text === undefined) return;
      held = { userName, key: await importKey(text) };
      await archive.set(OPEN_KEY, held);
    },

    remove: (name) => archive.remove(name),
    names: archive.names,
    lock() {
      held = undefined;
      return archive.remove(OPEN_KEY);
    },

    async get<T>(name: string): Promise<T | undefined> {
      const value = await archive.get<unknown>(name);
      if (!isSealed(value)) return value as T | undefined;
      const key = await keyFor(name);
      // Throws, so that records that cannot be decrypted now are not overwritten.
      if (key === undefined) throw new Error("the outbox is locked");
      return (await unseal(key, value)) as T;
    },

    async set(name, value) {
      const key = await keyFor(name);
      await archive.set(name, key ? await seal(key, value) : value);
    },
  };
}
