import { webcrypto } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { createSealedArchive } from "./sealed-archive.ts";

const KEYS: Record<string, string> = { ana: "A".repeat(43), bruno: `${"B".repeat(42)}A` };
const entries = [{ key: "k1", about: "Pivô 01", grossMm: 12 }];

// jsdom has no WebCrypto, so the tests use that of Node.
beforeEach(() => {
  vi.stubGlobal("crypto", webcrypto);
});

/** A device on which several users log in one after the other. */
function device() {
  const kept = new Map<string, unknown>();
  const archive = {
    get: async <T>(key: string) => structuredClone(kept.get(key)) as T | undefined,
    set: async (key: string, value: unknown) => void kept.set(key, structuredClone(value)),
    remove: async (key: string) => void kept.delete(key),
    names: async () => [...kept.keys()],
  };
  const fetchKey = vi.fn(async (): Promise<string | undefined> => undefined);
  const sealed = createSealedArchive(archive, fetchKey);
  const login = async (userName: string) => {
    fetchKey.mockResolvedValue(KEYS[userName]);
    await sealed.unlock(userName);
  };
  return { kept, sealed, fetchKey, login };
}

it("keeps unsent records unreadable after the logout until their own user logs in again", async () => {
  const { kept, sealed, login } = device();
  await login("ana");
  await sealed.set("outbox:ana", entries);
  await sealed.lock();
  expect([...kept.keys()]).toEqual(["outbox:ana"]);
  const bytes = new Uint8Array((kept.get("outbox:ana") as { sealed: ArrayBuffer }).sealed);
  expect(new TextDecoder().decode(bytes)).not.toContain("Pivô");
  await expect(sealed.get("outbox:ana")).rejects.toThrow("locked");
  await login("bruno");
  await expect(sealed.get("outbox:ana")).rejects.toThrow("locked");
  expect(await sealed.get("outbox:bruno")).toBeUndefined();
  await sealed.lock();
  await login("ana");
  expect(await sealed.get("outbox:ana")).toEqual(entries);
});

it("encrypts the photo of a record with its user's key", async () => {
  const { kept, sealed, login } = device();
  await login("ana");
  await sealed.set("outbox:ana\nk1", "foto");
  expect(kept.get("outbox:ana\nk1")).toHaveProperty("sealed");
  expect(await sealed.get("outbox:ana\nk1")).toBe("foto");
});

it("asks for the key once a session, so that a page opened offline can still read", async () => {
  const { sealed, fetchKey, login } = device();
  await login("ana");
  await sealed.set("outbox:ana", entries);
  fetchKey.mockRejectedValue(new Error("offline"));
  await sealed.unlock("ana");
  expect(await sealed.get("outbox:ana")).toEqual(entries);
  expect(fetchKey).toHaveBeenCalledTimes(1);
});

it("reads unencrypted records of an older version, and does not encrypt with an API without keys", async () => {
  const { kept, sealed, login } = device();
  kept.set("outbox:ana", entries);
  await login("carla");
  await sealed.set("outbox:carla", entries);
  expect(kept.get("outbox:carla")).toEqual(entries);
  await login("ana");
  expect(await sealed.get("outbox:ana")).toEqual(entries);
  await sealed.set("outbox:ana", entries);
  expect(kept.get("outbox:ana")).toHaveProperty("sealed");
});
