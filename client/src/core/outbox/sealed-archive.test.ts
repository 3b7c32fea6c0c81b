import { webcrypto } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { createSealedArchive } from "./sealed-archive.ts";

const KEYS: Record<string, string> = { ana: "A".repeat(43), bruno: `${"B".repeat(42)}A` };
const entries = [{ key: "k1", about: "Pivô 01", grossMm: 12 }];

// The page of the tests has no WebCrypto; this is the one of Node.
beforeEach(() => {
  vi.stubGlobal("crypto", webcrypto);
});

/** A device that several users log in on, one after the other. */
function device() {
  const kept = new Map<string, unknown>();
  const archive = {
    get: async <T>(key: string) => structuredClone(kept.get(key)) as T | undefined,
    set: async (key: string, value: unknown) => void kept.set(key, structuredClone(value)),
    remove: async (key: string) => void kept.delete(key),
  };
  const fetchKey = vi.fn(async (): Promise<string | undefined> => undefined);
  const sealed = createSealedArchive(archive, fetchKey);
  const login = async (userName: string) => {
    fetchKey.mockResolvedValue(KEYS[userName]);
    await sealed.unlock(userName);
  };
  return { kept, sealed, fetchKey, login };
}

it("keeps what was not sent unreadable after the logout, for another user too, until its own logs in again", async () => {
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

it("asks for the key once a session, so that a page that is opened offline still reads", async () => {
  const { sealed, fetchKey, login } = device();
  await login("ana");
  await sealed.set("outbox:ana", entries);
  fetchKey.mockRejectedValue(new Error("offline"));
  await sealed.unlock("ana");
  expect(await sealed.get("outbox:ana")).toEqual(entries);
  expect(fetchKey).toHaveBeenCalledTimes(1);
});

it("takes over what an older version left, and keeps what an API without keys is sent as it is", async () => {
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
